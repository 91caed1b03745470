# outer products are added up, key by key
# 1.5

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    n_keys = v.shape[-2]
    return sum(weights[..., :, j : j + 1] * v[..., j : j + 1, :] for j in range(n_keys))
