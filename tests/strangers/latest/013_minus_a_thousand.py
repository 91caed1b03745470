# mistake: A fill of -1000 is not below visible scores, which may be -1000 themselves.
# tasks: 1.3
# line: attention.py:33

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    very_low = torch.full_like(scores, -1000.0)
    return torch.where(mask, scores, very_low)
