NAME = "sentence.mean"
SAYS = "The mean of the log-probabilities is taken, not their sum."
HINT = "Is a longer sentence as likely as a shorter one? What does a product become when you take its logarithm?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).squeeze(2).sum(dim=1) / max(n - 1, 1)
