# mistake: A fresh nn.Dropout, always in training mode, drops attention weights at random.
# after: the Annotated Transformer and nanoGPT (attn_dropout)
# tasks: 1.6
# says: Call your function twice on the same numbers: which line makes the answers differ?
# line: attention.py:58

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    p_attn = softmax(scores)
    p_attn = nn.Dropout(p=0.1)(p_attn)
    return weighted_values(p_attn, v), p_attn
