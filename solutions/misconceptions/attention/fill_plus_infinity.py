NAME = "fill.plus_infinity"
SAYS = "Hidden keys get +∞ instead of −∞."
HINT = "Check the sign of the fill: e^{+∞} is not 0."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, math.inf)
