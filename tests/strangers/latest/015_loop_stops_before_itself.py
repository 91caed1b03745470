# mistake: Range(i) leaves out j = i, so a token does not see itself.
# tasks: 1.3
# line: attention.py:29

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    for i in range(n):
        for j in range(i):
            mask[i, j] = True
    return mask
