NAME = "sentence.likeliest_words"
SAYS = "The likeliest words are counted, not the words of the sentence."
HINT = "Whose probability is asked for: the sentence's, or that of what the model would have said?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.max(dim=-1).values.sum(dim=1)
