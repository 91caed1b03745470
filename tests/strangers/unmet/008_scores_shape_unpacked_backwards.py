# mistake: The shape is unpacked in the wrong order, so the scores are divided by the root of the number of keys. The task asks for the root of the width of a key.
# tasks: 1.2
# line: attention.py:20, 23

# ===== attention.py =====


def attention_scores(q, k):
    d_k, m = k.shape[-2:]
    k_transposed = k.transpose(-2, -1)
    raw = torch.matmul(q, k_transposed)
    scale = math.sqrt(d_k)
    scaled = raw / scale
    return scaled
