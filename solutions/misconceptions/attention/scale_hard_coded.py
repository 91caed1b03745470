NAME = "scale.hard_coded"
SAYS = "The scale is a fixed number, right for one width only."
HINT = "Try keys of width 4 and of width 64. What has to change between the two?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / 8.0
