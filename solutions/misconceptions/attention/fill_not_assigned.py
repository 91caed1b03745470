NAME = "fill.not_assigned"
SAYS = "The scores come back as they were: the masked ones are made, but not kept."
HINT = "`masked_fill` gives a new tensor and leaves the old one alone. Which of the two do you return?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    scores.masked_fill(~mask, -math.inf)
    return scores
