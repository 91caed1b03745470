NAME = "fill.smallest_number"
SAYS = "Hidden keys get the smallest number of the dtype."
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill(mask.logical_not(), torch.finfo(scores.dtype).min)
