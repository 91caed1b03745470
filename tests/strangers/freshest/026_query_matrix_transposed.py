# mistake: W_q is the transpose of what is needed: with x Wᵀ a 0 asks for nothing and only a 1 asks for ones.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length):
    s = (math.log(999) + math.log(max(length - 1, 1)) + 1) * math.sqrt(2)
    W_q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]])
    return W_q, W_k
