NAME = "fill.minus_thousand_added"
SAYS = "Hidden scores are lowered by 1000, which leaks where they are that far above the visible ones."
HINT = "The stub names visible scores of −1000. What is left of a hidden score of 0 beside them?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores + torch.zeros_like(scores).masked_fill(~mask, -1000.0)
