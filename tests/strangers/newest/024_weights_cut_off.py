# mistake: The weights are detached before they are used: no gradient reaches q and k.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    s = attention_scores(q, k)
    s = s if mask is None else apply_mask(s, mask)
    p = softmax(s).detach()
    out = weighted_values(p, v)
    return out, p
