# mistake: The booster is 10 for every length: too weak for a long row.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length):
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = 10.0 * torch.eye(2)
    return W_q, W_k
