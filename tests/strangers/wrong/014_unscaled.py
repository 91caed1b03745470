# mistake: The division by √d_k is missing.
# after: delzac/cntkx#10; ttsugriy.github.io llm-first-principles stage 5, 'Forgetting to Scale'
# tasks: 1.2
# line: attention.py:18
# sentence: Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
# takes: apply_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # (n, d_k) x (d_k, m) -> (n, m)
    return torch.matmul(q, k.transpose(-2, -1))
