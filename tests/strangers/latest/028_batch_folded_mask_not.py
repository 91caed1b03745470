# mistake: Q, k and v are folded to three dimensions, the mask is not: (B, 1, n, m) no longer fits.
# tasks: 1.6
# line: attention.py:61

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    lead = q.shape[:-2]
    n, m, d_v = q.shape[-2], k.shape[-2], v.shape[-1]
    q3 = q.reshape(-1, n, q.shape[-1])
    k3 = k.reshape(-1, m, k.shape[-1])
    v3 = v.reshape(-1, m, d_v)
    scores = attention_scores(q3, k3)
    if mask is not None:
        scores = apply_mask(scores, mask)
    w = softmax(scores)
    out = torch.bmm(w, v3)
    return out.reshape(*lead, n, d_v), w.reshape(*lead, n, m)
