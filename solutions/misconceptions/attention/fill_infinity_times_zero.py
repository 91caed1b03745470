NAME = "fill.infinity_times_zero"
SAYS = "−∞ is multiplied by 0 for the visible keys, and that is NaN, not 0."
HINT = "What is 0 · ∞ in floating point? Look at what your mask adds to a visible score."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores + (~mask).to(scores.dtype) * -math.inf
