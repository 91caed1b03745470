# mistake: apply_mask is called but its result is not kept, so nothing is masked.
# after: in-place expectation, a frequent forum question
# tasks: 1.6
# says: apply_mask does not change what goes in: where does its result end up in your code?
# line: attention.py:56

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        apply_mask(scores, mask)
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights
