# mistake: divides by the root of d_k again although attention_scores has done so
# after: doing a step twice when a helper does it already, office hours
# tasks: 1.6
# line: attention.py:307
# takes: simple_attention 4, attention_scores 4, causal_mask 4, apply_mask 4, softmax 3, weighted_values 3
# takes: AttentionHead.forward 4, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    d_k = q.shape[-1]
    logits = attention_scores(q, k)
    logits = logits / math.sqrt(d_k)
    if mask is not None:
        logits = apply_mask(logits, mask)
    w = softmax(logits)
    result = weighted_values(w, v)
    return (result, w)
