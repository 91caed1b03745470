NAME = "fill.added_large_number"
SAYS = "A large negative number is added to hidden scores; their gradient is not 0 by itself, but their weight is."
MODULE = "attention"


def apply_mask(scores, mask):
    return scores + (1.0 - mask.to(scores.dtype)) * -1e9
