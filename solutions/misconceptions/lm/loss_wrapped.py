NAME = "loss.wrapped"
SAYS = "The shift wraps around: the last place is compared with the first token of the row."
HINT = "What does the last place predict, and is it known?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits.flatten(0, 1), tokens.roll(-1, dims=1).flatten())
