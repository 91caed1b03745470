# mistake: The scores are divided by the root of the number of queries instead of the root of the key width.
# after: wrong entry of the shape read for the scale
# tasks: 1.2
# line: attention.py:117
# takes: simple_attention 2, causal_mask 2, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    kT = k.transpose(-1, -2)
    scale = math.sqrt(q.shape[-2])
    scores = torch.matmul(q, kT)
    return scores / scale
