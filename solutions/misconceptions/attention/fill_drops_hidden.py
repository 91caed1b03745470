NAME = "fill.drops_hidden"
SAYS = "The hidden scores are dropped, so the result loses its shape."
HINT = "Print the shape before and after. What should stand where a key is hidden?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_select(mask)
