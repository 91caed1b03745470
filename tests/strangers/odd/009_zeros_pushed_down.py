# find_ones_weights leaves ones at 0 and pushes the zeros down, with the boost shared between both matrices.

# ===== attention.py =====


def find_ones_weights(length):
    s = math.log(999 * max(length - 1, 1)) + 0.5
    a = math.sqrt(s * math.sqrt(2))
    W_q = torch.tensor([[a, a], [0.0, 0.0]], dtype=torch.float64)
    W_k = torch.tensor([[-a, 0.0], [0.0, 0.0]], dtype=torch.float64)
    return W_q, W_k
