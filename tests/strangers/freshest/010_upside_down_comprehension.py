# mistake: The comparison is the wrong way round: row i sees itself and the future.
# tasks: 1.3
# line: attention.py:27

# ===== attention.py =====


def causal_mask(n, device=None):
    rows = [[i <= j for j in range(n)] for i in range(n)]
    return torch.tensor(rows, dtype=torch.bool, device=device)
