# mistake: Rows and columns are swapped, so a token sees itself and the future.
# after: the two index tensors swapped in a broadcast comparison
# tasks: 1.3
# line: attention.py:150
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    positions = torch.arange(n, device=device)
    row, column = positions[:, None], positions[None, :]
    return row <= column
