# mistake: The queries lie along the columns and the keys along the rows, so the mask is transposed and shows the future; row i must be query i.
# tasks: 1.3
# line: attention.py:28, 29

# ===== attention.py =====


def causal_mask(n: int, device=None) -> Tensor:
    positions = torch.arange(n, device=device)
    query_pos = positions.view(1, n)
    key_pos = positions.view(n, 1)
    may_see = key_pos <= query_pos
    return may_see
