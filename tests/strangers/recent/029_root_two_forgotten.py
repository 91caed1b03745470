# mistake: The key is as large as the score has to be after the division by root 2; it must be root 2 times as large, or the ones get less than 0.999.
# tasks: 1.7
# line: attention.py:85

# ===== attention.py =====


def find_ones_weights(length):
    if length == 1:
        boost = 1.0
    else:
        # e^s / (e^s + length - 1) >= 0.999   =>   s >= ln(999 (length - 1))
        boost = math.log(999 * (length - 1)) + 0.01
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    W_k = boost * torch.eye(2, dtype=torch.float64)
    return W_q, W_k
