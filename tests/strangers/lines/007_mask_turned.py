# mistake: The mask is transposed before it is applied: the past is hidden, the future seen.
# after: row and column of a mask confused
# tasks: 1.6
# line: attention.py:37

# ===== attention.py =====

def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None=None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        mask = torch.broadcast_to(mask, scores.shape[-2:])
        scores = apply_mask(scores, mask.flip(-1))
    weights = softmax(scores)
    context = weighted_values(weights, v)
    return context, weights
