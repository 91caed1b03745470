# mistake: The loop over the keys ends one too soon.
# after: range(m - 1) by analogy with indices that end at m - 1
# tasks: 1.5
# line: attention.py:33

# ===== attention.py =====

def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    m = v.shape[-2]
    total = torch.zeros(*weights.shape[:-1], v.shape[-1], dtype=v.dtype, device=v.device)
    for j in range(m - 1):
        total = total + weights[..., j : j + 1] * v[..., j : j + 1, :]
    return total
