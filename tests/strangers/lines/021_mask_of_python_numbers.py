# mistake: Row and column are swapped in a mask written out as Python lists.
# after: nested list comprehensions read inside out
# tasks: 1.3
# line: attention.py:22

# ===== attention.py =====

def causal_mask(n: int, device: torch.device | str | None=None) -> Tensor:
    rows = []
    for i in range(n):
        rows.append([j >= i for j in range(n)])
    return torch.tensor(rows, dtype=torch.bool, device=device)
