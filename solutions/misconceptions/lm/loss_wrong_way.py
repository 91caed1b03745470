NAME = "loss.wrong_way"
SAYS = "The shift goes the wrong way: place i is compared with token i − 1."
HINT = "Write down for a row of three tokens which place predicts which token. May it have seen that token?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, 1:].flatten(0, 1), tokens[:, :-1].flatten())
