# Flattens the batch and works on one sequence at a time, with vectors and dots.
# 1.1

# ===== attention.py =====


def _one(seq):
    return torch.stack([torch.softmax(seq[: i + 1] @ seq[i], 0) @ seq[: i + 1] for i in range(len(seq))])


def simple_attention(x):
    flat = x.reshape(-1, *x.shape[-2:])
    return torch.stack([_one(seq) for seq in flat]).reshape(x.shape)
