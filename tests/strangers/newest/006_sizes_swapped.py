# mistake: The sizes of the keys are unpacked in the wrong order: the root is that of m.
# tasks: 1.2
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q, k):
    *lead, d_k, m = k.shape
    return torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)
