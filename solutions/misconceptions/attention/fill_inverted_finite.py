NAME = "fill.inverted_finite"
SAYS = "The visible keys get a huge negative score and the hidden ones are kept."
HINT = "Take a mask with a single True: which key should be left? Which entries does your fill choose?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(mask, -1e9)
