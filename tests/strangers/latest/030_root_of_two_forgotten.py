# mistake: The score is divided by the root of 2 afterwards, and the weight does not make up for it.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # e^s >= 999 * (length - 1)
    s = math.log(999 * max(length - 1, 1))
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, s]])
