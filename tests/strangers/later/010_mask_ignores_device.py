# mistake: The mask is made on the default device; the argument device is never used.
# after: nanoGPT-like code that relies on a buffer's device
# tasks: 1.3
# says: The values are right; which of the function's two arguments does your code never look at?
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    idx = torch.arange(n)
    return idx[None, :] <= idx[:, None]
