NAME = "fill.minus_thousand"
SAYS = "Hidden keys get the score −1000, which leaks where visible scores are that low."
HINT = "The stub names visible scores of −1000. How far below them does your fill lie?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(~mask, -1000.0)
