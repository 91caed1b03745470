NAME = "fill.added"
SAYS = "A mask of 0 and −∞ is made and added to the scores."
MODULE = "attention"


def apply_mask(scores, mask):
    shut_out = torch.zeros(mask.shape, dtype=scores.dtype, device=scores.device)
    shut_out[~mask] = -math.inf
    return scores + shut_out
