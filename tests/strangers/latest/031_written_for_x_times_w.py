# mistake: W_q is the other way round: it is right for x W, but the weights are used as x W transposed.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    s = math.log(1000.0 * length) * math.sqrt(2.0)
    W_q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    W_k = torch.diag(torch.tensor([0.0, s]))
    return W_q, W_k
