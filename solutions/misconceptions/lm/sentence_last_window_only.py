NAME = "sentence.last_window_only"
SAYS = "Only the last words of a long row are counted, as many as the context holds."
HINT = "How many predictions does a row of n words have, however long it is?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    tokens = tokens[:, -model.context_length :]
    log_probs = model(tokens)[:, :-1].log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))
