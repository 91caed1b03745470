NAME = "fill.where"
SAYS = "Hidden keys by torch.where, the mask expanded first."
MODULE = "attention"


def apply_mask(scores, mask):
    return torch.where(mask.expand(scores.shape), scores, torch.tensor(-math.inf, dtype=scores.dtype))
