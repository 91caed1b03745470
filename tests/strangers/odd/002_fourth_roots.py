# attention_scores gives each side the fourth root of d_k, and adds up products instead of a matrix product.

# ===== attention.py =====


def attention_scores(q, k):
    root = math.sqrt(math.sqrt(q.shape[-1]))
    left = (q / root)[..., :, None, :]
    right = (k / root)[..., None, :, :]
    return torch.sum(left * right, dim=-1)
