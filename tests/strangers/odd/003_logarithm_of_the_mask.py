# causal_mask as a running count of the unit matrix; apply_mask adds the logarithm of 1 or 0.

# ===== attention.py =====


def causal_mask(n, device=None):
    return torch.eye(n, device=device).cumsum(dim=0).bool()


def apply_mask(scores, mask):
    return scores + torch.log(mask.to(scores.dtype))
