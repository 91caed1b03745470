# mistake: The mask is used as an index of the last two dimensions, so a mask that must broadcast, e.g. (B, 1, n, m), fails.
# after: NumPy boolean indexing
# tasks: 1.3
# says: Your way needs a mask of exactly (n, m); which operations let a mask of shape (B, 1, n, m) stretch over the heads?
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    masked = scores.clone()
    masked[..., ~mask] = -math.inf
    return masked
