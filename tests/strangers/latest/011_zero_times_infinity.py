# mistake: Where the mask is True, 0 times minus infinity gives NaN.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = ~mask
    return scores * mask + hidden * float("-inf")
