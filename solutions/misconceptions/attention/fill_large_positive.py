NAME = "fill.large_positive"
SAYS = "Hidden keys get a huge positive score instead of a huge negative one."
HINT = "Which end of the scale does the softmax ignore? Look at the sign of the fill."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, 1e9)
