# mistake: The scores are divided by √d_v, the width of the values, instead of √d_k.
# after: juho-lee/set_transformer#18 (1/sqrt(dim_V)), cneuralnetwork/solving-ml-papers#1
# tasks: 1.6
# line: attention.py:42
# sentence: n, m, d_k and d_v may all differ. The scaling is by d_k.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    d = v.shape[-1]
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
