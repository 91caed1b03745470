# mistake: attention_scores has divided by √d_k already; here it is done a second time.
# after: RL-Align/RL-Kernel#81-style double scaling; huggingface/diffusers#929
# tasks: 1.6
# line: attention.py:39
# sentence: n, m, d_k and d_v may all differ. The scaling is by d_k.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    scores = scores / math.sqrt(q.size(-1))
    if mask is not None:
        scores = apply_mask(scores, mask)
    alpha = softmax(scores)
    return weighted_values(alpha, v), alpha
