NAME = "fill.adds_the_mask"
SAYS = "The mask is added to the scores as 0 and 1, which hardly hides anything."
HINT = "By how much does a hidden score differ from a visible one after your step? By how much should it?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores + mask.to(scores.dtype)
