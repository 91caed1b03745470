# mistake: The queries are divided in place, which changes the tensor of the caller. What goes in must not be changed.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # cheaper: scale the (n, d_k) queries and not the (n, m) scores
    q /= k.shape[-1] ** 0.5
    return q @ k.transpose(-1, -2)
