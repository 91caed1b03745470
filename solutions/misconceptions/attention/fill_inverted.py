NAME = "fill.inverted"
SAYS = "The visible keys are shut out and the hidden ones kept."
HINT = "Take a mask with a single True: which key should be left? Which entries does your fill choose?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(mask, -math.inf)
