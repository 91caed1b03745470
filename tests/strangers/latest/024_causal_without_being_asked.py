# mistake: Without a mask, a causal one is applied instead of none.
# tasks: 1.6
# line: attention.py:55

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril()
    scores = attention_scores(q, k)
    weights = softmax(apply_mask(scores, mask))
    return weighted_values(weights, v), weights
