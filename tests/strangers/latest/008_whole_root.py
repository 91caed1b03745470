# mistake: Math.isqrt rounds the root down to a whole number, wrong wherever d_k is not a square.
# tasks: 1.2
# line: attention.py:22

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    n, d_k = q.shape[-2:]
    keys_as_columns = k.mT
    return (q @ keys_as_columns) / math.isqrt(d_k)
