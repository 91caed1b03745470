# mistake: The boost is always 10, whatever the length: a longer row has more zeros that share the rest. The score has to grow with the length.
# tasks: 1.7
# line: attention.py:83

# ===== attention.py =====


def find_ones_weights(length):
    W_q = torch.zeros(2, 2)
    W_q[1, :] = 1.0
    W_k = 10.0 * torch.eye(2)
    return W_q, W_k
