# mistake: The scores are divided by the root of m, the number of keys; the task asks for the root of d_k, the width of a key.
# tasks: 1.2
# line: attention.py:22

# ===== attention.py =====


def attention_scores(q, k):
    m = k.shape[-2]
    dots = torch.einsum("...id,...jd->...ij", q, k)
    scale = 1 / math.sqrt(m)
    return dots * scale
