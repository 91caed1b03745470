# mistake: The mask holds the floats 1 and 0 instead of True and False.
# tasks: 1.3
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n, device=None):
    return torch.tril(torch.ones(n, n, device=device))
