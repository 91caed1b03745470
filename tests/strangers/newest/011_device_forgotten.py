# mistake: The mask is made on the default device, not on the one asked for.
# tasks: 1.3
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n, device=None):
    ones = torch.ones((n, n), dtype=torch.bool)
    return ones.tril()
