# mistake: Hidden keys get −50 in place of −∞, which is larger than many visible scores may be. The scores may go from −1000 to 1000.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    # exp(-50) is practically zero, and -inf makes NaNs
    minus_infinity = torch.full_like(scores, -50.0)
    visible = mask.expand_as(scores)
    masked = torch.where(visible, scores, minus_infinity)
    return masked
