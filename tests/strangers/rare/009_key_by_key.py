# Adds up the outer products, one key at a time.
# 1.5

# ===== attention.py =====


def weighted_values(weights, v):
    total = 0
    for j in range(v.shape[-2]):
        total = total + weights[..., :, j, None] * v[..., None, j, :]
    return total
