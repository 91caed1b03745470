# mistake: The loop stops before i, so no token but the first (patched by hand) may see itself; the mask must be True for j <= i.
# tasks: 1.3
# line: attention.py:30

# ===== attention.py =====


def causal_mask(n, device=None):
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    mask[0, 0] = True  # the first token has nobody else to look at
    for i in range(1, n):
        for j in range(i):
            mask[i, j] = True
    return mask
