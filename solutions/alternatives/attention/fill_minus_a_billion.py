NAME = "fill.minus_a_billion"
SAYS = "Hidden keys get −1e9."
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(mask == 0, -1e9)
