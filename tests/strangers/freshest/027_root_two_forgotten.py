# mistake: The score is solved for, but the division by √2 between dot product and softmax is not made up for.
# tasks: 1.7
# line: attention.py:83, 85

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    zeros = max(length - 1, 1)
    # e^s / (e^s + zeros) = 0.999  =>  s = ln(999 * zeros)
    s = math.log(999 * zeros)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]])
    return W_q, W_k
