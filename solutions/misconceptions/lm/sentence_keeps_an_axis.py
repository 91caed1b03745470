NAME = "sentence.keeps_an_axis"
SAYS = "The result has shape (B, 1) instead of (B,)."
HINT = "How many dimensions does one number for each row make?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=1)
