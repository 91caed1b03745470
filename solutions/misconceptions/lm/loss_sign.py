NAME = "loss.sign"
SAYS = "The sign is missing: the loss is the mean log-probability, which is negative."
HINT = "Is your loss larger or smaller when the model gets better?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return -F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
