# mistake: The size of the key is ln(999·length), without the √2 that the scores are divided by.
# after: own invention, the formula of raw scores
# tasks: 1.7
# says: Your reckoning is right for raw scores; what happens to them before the softmax?
# line: attention.py:84

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    needed_score = math.log(999 * length)
    W_q = torch.zeros(2, 2)
    W_q[1] = 1.0
    W_k = needed_score * torch.eye(2)
    return W_q, W_k
