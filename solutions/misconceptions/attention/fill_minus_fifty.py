NAME = "fill.minus_fifty"
SAYS = "Hidden keys get the score −50, which leaks where visible scores are that low."
HINT = "Let all visible scores be −1000. Which key is the largest then?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, -50.0)
