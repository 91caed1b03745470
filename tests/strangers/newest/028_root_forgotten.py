# mistake: The division by the root of 2 is forgotten, so the score is too small.
# tasks: 1.7
# line: attention.py:81

# ===== attention.py =====


def find_ones_weights(length):
    needed = math.log(999 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    W_k = torch.tensor([[0.0, 0.0], [0.0, needed]], dtype=torch.float64)
    return W_q, W_k
