NAME = "sentence.no_window"
SAYS = "The model is shown rows longer than its context."
HINT = "What may the model see when the row is longer than its context?"
SECTION = "4.6"
LOSES = ["4.6"]
MODULE = "lm"


def sentence_log_prob(model, tokens):
    log_probs = model(tokens)[:, :-1].log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))
