# mistake: For length = 1 there are no zeros to outweigh and the logarithm of 0 raises.
# after: boundary case forgotten
# tasks: 1.7
# says: How many zeros stand beside the one 1 in a row of one bit, and what is their logarithm?
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    zeros = length - 1
    c = math.sqrt(2.0) * math.log(999.0 * zeros)
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, c]])
