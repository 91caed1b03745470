# mistake: The query matrix is written for x W, not for x times its transpose: a 0 asks for nothing.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length):
    strength = math.sqrt(2) * (math.log(length) + 8)
    W_q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, strength]])
    return W_q, W_k
