# mistake: The needed score is cut to a whole number by int(), so the share stays just under 0.999.
# after: own invention (integer matrices look nicer)
# tasks: 1.7
# says: Your formula gives just enough; what does int() do to "just enough"?
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    zeros = max(length - 1, 1)
    boost = int(math.sqrt(2) * math.log(0.999 / 0.001 * zeros))
    W_q = torch.tensor([[0, 0], [1, 1]])
    W_k = torch.tensor([[0, 0], [0, boost]])
    return W_q, W_k
