# mistake: k.size(1) is d_k for a single (m, d_k) matrix, but the number of keys m (or of heads) for a batch.
# after: phlippe/uvadlc_notebooks#72 discussion (which dimension is d_k) and fastNLP#254 (hard-coded dimension number)
# tasks: 1.2
# line: attention.py:17
# sentence: Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
# takes: apply_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = 1.0 / math.sqrt(k.size(1))
    return torch.matmul(q, k.transpose(-2, -1)) * scale
