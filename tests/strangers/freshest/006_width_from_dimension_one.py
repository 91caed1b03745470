# mistake: The width is read from dimension 1, which is the number of keys as soon as there is a batch.
# tasks: 1.2
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q, k):
    d_k = k.size(1)
    return torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)
