NAME = "fill.zero"
SAYS = "Hidden keys get the score 0 (or nearly), which the softmax turns into a weight all the same."
HINT = "e^0 = 1. Which score has e^score = 0?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores * mask
