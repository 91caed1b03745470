NAME = "loss.unshifted"
SAYS = "The logits at place i are compared with token i itself, not with the next one."
HINT = "Which loss does a model get that copies its input? It has already seen token i."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits.flatten(0, 1), tokens.flatten())
