NAME = "fill.below_the_smallest"
SAYS = "Hidden scores get a number far below the smallest of all."
MODULE = "attention"


def apply_mask(scores, mask):
    return torch.where(mask, scores, scores.detach().amin() - 2000.0)
