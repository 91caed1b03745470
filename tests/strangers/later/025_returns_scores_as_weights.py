# mistake: The second result is the masked scores instead of the weights after the softmax.
# after: wrong variable in a one-liner
# tasks: 1.6
# says: Your output is right; do the rows of the second thing you return sum to 1?
# line: attention.py:56

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    att = attention_scores(q, k)
    att = att if mask is None else apply_mask(att, mask)
    return weighted_values(softmax(att), v), att
