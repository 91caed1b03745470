NAME = "loss.logit"
SAYS = "The logits themselves are averaged: the log of the softmax's denominator is missing."
HINT = "Add 5 to all logits of a place. Does your loss change? It should not."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return -logits[:, :-1].gather(-1, tokens[:, 1:, None]).mean()
