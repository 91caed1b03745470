# mistake: W_q is written down as the queries themselves look, but nn.Linear uses its transpose: a token that is a 0 asks for nothing and looks everywhere.
# tasks: 1.7
# line: attention.py:84

# ===== attention.py =====


def find_ones_weights(length):
    zeros = max(length - 1, 1)
    needed = math.log(999 * zeros) * math.sqrt(2) + 0.1
    # every query should be (0, 1)
    W_q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, needed]])
    return W_q, W_k
