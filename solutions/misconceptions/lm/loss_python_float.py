NAME = "loss.python_float"
SAYS = "The loss is a Python float, from which no gradient can flow."
HINT = "Can you call .backward() on what you return?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()).item()
