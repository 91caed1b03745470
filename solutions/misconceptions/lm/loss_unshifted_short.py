NAME = "loss.unshifted_short"
SAYS = "The last place is dropped from the logits and the tokens alike, so nothing is shifted."
HINT = "Write down for a row of three tokens which place predicts which token."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, :-1].flatten())
