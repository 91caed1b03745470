NAME = "loss.unshifted"
SAYS = "The logits at place i are held against token i itself, not against the next one."
HINT = "A model that copies its input gets which loss from you? It has already seen token i."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits.flatten(0, 1), tokens.flatten())
