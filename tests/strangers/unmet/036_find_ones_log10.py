# mistake: The needed score is taken from the logarithm to base 10. The softmax uses e, so the natural logarithm is needed.
# tasks: 1.7
# line: attention.py:85

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # one 1 must outweigh length - 1 zeros:
    #   x / (x + zeros) >= 0.999   <=>   x >= 999 * zeros
    zeros = max(length - 1, 1)
    x = 999 * zeros
    score = math.log10(x)
    dot_product = score * math.sqrt(2)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    W_k = torch.tensor([[0.0, 0.0], [0.0, dot_product]], dtype=torch.float64)
    return W_q, W_k
