# mistake: The softmax runs over all keys and the hidden weights are zeroed afterwards, so rows do not sum to 1.
# after: steps in the wrong order: mask after softmax
# tasks: 1.6
# line: attention.py:303
# takes: weighted_values 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    sim = attention_scores(q, k)
    attn = softmax(sim)
    if mask is not None:
        attn = attn.masked_fill(~mask, 0.0)
    context = weighted_values(attn, v)
    return context, attn
