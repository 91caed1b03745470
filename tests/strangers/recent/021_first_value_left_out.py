# mistake: The loop over the keys starts at 1, so the first value is never added; the sum goes over all j.
# tasks: 1.5
# line: attention.py:51

# ===== attention.py =====


def weighted_values(weights, v):
    m = v.shape[-2]
    shape = (*weights.shape[:-1], v.shape[-1])
    out = torch.zeros(shape, dtype=v.dtype, device=v.device)
    for j in range(1, m):
        weight_of_j = weights[..., :, j : j + 1]
        value_of_j = v[..., j : j + 1, :]
        out = out + weight_of_j * value_of_j
    return out
