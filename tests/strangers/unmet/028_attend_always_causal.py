# mistake: Without a mask a causal one is made. None has to let every query see every key.
# tasks: 1.6
# line: attention.py:55, 56

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    n, m = q.shape[-2], k.shape[-2]
    if mask is None:
        mask = causal_mask(max(n, m), q.device)[:n, :m]
    scores = apply_mask(attention_scores(q, k), mask)
    alpha = softmax(scores)
    return weighted_values(alpha, v), alpha
