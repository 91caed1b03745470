NAME = "fill.minus_ten"
SAYS = "Hidden keys get a score such as −10, which leaks as soon as visible scores are low too."
HINT = "Let all visible scores be −30. Which key is the largest then?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, -10.0)
