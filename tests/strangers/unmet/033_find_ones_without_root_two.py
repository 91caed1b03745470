# mistake: The product of query and key is ln(999·length), but the scores are still divided by √2. The product has to be √2 times as large.
# tasks: 1.7
# line: attention.py:81, 82

# ===== attention.py =====


def find_ones_weights(length):
    needed_score = math.log(999 * length)
    s = math.sqrt(needed_score)
    # query of both bits: (0, s); key of 1: (0, s), key of 0: (0, 0)
    W_q = torch.tensor([[0.0, 0.0], [s, s]], dtype=torch.float64)
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]], dtype=torch.float64)
    return W_q, W_k
