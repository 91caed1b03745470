NAME = "loss.shifted_twice"
SAYS = "The shift is made twice: place i is compared with token i + 2."
HINT = "Write down for a row of three tokens which place predicts which token."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-2].flatten(0, 1), tokens[:, 2:].flatten())
