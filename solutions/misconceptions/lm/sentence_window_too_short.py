NAME = "sentence.window_too_short"
SAYS = "The window is one word shorter than the context."
HINT = "From how many words is a word predicted once the row is longer than the context?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = max(model.context_length - 1, 1), tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))
