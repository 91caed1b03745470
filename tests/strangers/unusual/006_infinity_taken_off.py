# infinity is taken off where the mask is False
# 1.3

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    penalty = torch.zeros_like(scores).masked_fill(mask.logical_not(), math.inf)
    return scores - penalty
