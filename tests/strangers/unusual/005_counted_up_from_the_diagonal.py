# the mask is a running sum down the identity
# 1.3

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.eye(n, dtype=torch.int64, device=device).cumsum(dim=0) > 0
