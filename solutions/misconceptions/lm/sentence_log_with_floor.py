NAME = "sentence.log_with_floor"
SAYS = "A small number is added before the logarithm, which caps the price of an unlikely word."
HINT = "What does a word cost that the model thought all but impossible?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = (torch.cat([logits, *further], dim=1).softmax(dim=-1) + 1e-9).log()
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))
