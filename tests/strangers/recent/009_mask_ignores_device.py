# mistake: The argument device is never used: the mask is always made on the default device, and the task asks for it on `device`.
# tasks: 1.3
# line: attention.py:31

# ===== attention.py =====


def causal_mask(n, device=None):
    rows = []
    for i in range(n):
        row = [j <= i for j in range(n)]
        rows.append(row)
    return torch.tensor(rows, dtype=torch.bool)
