# mistake: The queries are scaled in place, which changes the caller's tensor.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    q *= d_k ** -0.5
    return q @ k.mT
