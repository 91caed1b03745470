NAME = "fill.minus_ten_thousand"
SAYS = "A finite fill that is low enough for scores of −1000."
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, -10_000.0)
