# mistake: The loop fills the upper triangle: row and column are swapped.
# tasks: 1.3
# line: attention.py:29

# ===== attention.py =====


def causal_mask(n, device=None):
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    for j in range(n):
        mask[: j + 1, j] = True
    return mask
