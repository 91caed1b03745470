# mistake: The mean key is taken off the values, meant was a harmless shift of the keys.
# after: centring the wrong tensor
# tasks: 1.6
# line: attention.py:35

# ===== attention.py =====

def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None=None) -> tuple[Tensor, Tensor]:
    def centred(t):
        return t - t.mean(dim=-2, keepdim=True)

    scores = attention_scores(q, centred(k))
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, centred(v)), weights
