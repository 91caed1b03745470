NAME = "fill.needs_full_shape"
SAYS = "The mask is used as an index, so it works only in the full shape of the scores and does not broadcast."
HINT = "Try a (5, 7) mask on scores of shape (2, 3, 5, 7). What does indexing need that broadcasting does not?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    masked = scores.clone()
    masked[~mask] = -math.inf
    return masked
