# mistake: The keys are transposed in dimensions 1 and 2, which is right for one batch dimension only.
# after: code for (B, T, C) tensors, e.g. a tutorial on a single head
# tasks: 1.2
# says: Which two dimensions have to change places, counted from the end, whatever stands in front of them?
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.size(-1)
    k_transposed = k.transpose(1, 2)
    return q @ k_transposed / math.sqrt(d_k)
