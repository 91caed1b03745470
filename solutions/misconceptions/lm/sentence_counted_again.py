NAME = "sentence.counted_again"
SAYS = "Every window counts all of its words, so most words of a long row are counted several times."
HINT = "How often does each word of the sentence appear in the sum?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    context, n = model.context_length, tokens.shape[1]
    total = 0.0
    for end in range(min(context, n), n + 1):
        window = tokens[:, max(end - context, 0) : end]
        log_probs = model(window)[:, :-1].log_softmax(dim=-1)
        total = total + log_probs.gather(2, window[:, 1:, None]).sum(dim=(1, 2))
    return total
