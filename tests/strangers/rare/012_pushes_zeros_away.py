# The query attracts the ones and pushes the zeros away.
# 1.7

# ===== attention.py =====


def find_ones_weights(length):
    W_q = torch.tensor([[-5, -5], [5, 5]])
    W_k = torch.tensor([[5, 0], [0, 5]])
    return W_q, W_k
