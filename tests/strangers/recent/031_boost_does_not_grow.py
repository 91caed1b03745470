# mistake: The boost is the same 20 for every length, which is not enough for rows of more than about 1,400 bits; any length up to 100,000 must work.
# tasks: 1.7
# line: attention.py:81

# ===== attention.py =====


def find_ones_weights(length):
    boost = 20.0
    ask_for_one = [0.0, 1.0]
    W_q = torch.tensor([ask_for_one, ask_for_one]).T
    W_k = torch.tensor([[boost, 0.0], [0.0, boost]])
    return W_q, W_k
