# mistake: A temperature of 2 is slipped in between masking and softmax.
# after: temperature of distillation code
# tasks: 1.6
# line: attention.py:37

# ===== attention.py =====

def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None=None) -> tuple[Tensor, Tensor]:
    logits = attention_scores(q, k)
    if mask is not None:
        logits = apply_mask(logits, mask)
    logits = logits / 2.0
    attn = softmax(logits)
    return weighted_values(attn, v), attn
