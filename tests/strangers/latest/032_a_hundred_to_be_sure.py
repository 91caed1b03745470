# mistake: Entries of 100 are above the limit of 50.
# tasks: 1.7
# line: attention.py:81

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    big = 100.0
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, big]])
    return W_q, W_k
