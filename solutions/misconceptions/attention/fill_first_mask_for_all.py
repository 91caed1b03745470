NAME = "fill.first_mask_for_all"
SAYS = "Of several masks only the first is used, for every sequence of the batch."
HINT = "Give two sequences different masks. Are different keys hidden from them?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    while mask.dim() > 2:
        mask = mask[0]
    return scores.masked_fill(~mask, -math.inf)
