# weighted_values adds up one outer product for each key.

# ===== attention.py =====


def weighted_values(weights, v):
    total = 0
    for column, value in zip(weights.unbind(-1), v.unbind(-2), strict=True):
        total = total + column[..., :, None] * value[..., None, :]
    return total
