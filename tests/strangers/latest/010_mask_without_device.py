# mistake: The mask is made on the default device, whatever device was asked for.
# tasks: 1.3
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(n)
    return i.unsqueeze(1) >= i
