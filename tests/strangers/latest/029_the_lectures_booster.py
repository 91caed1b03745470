# mistake: A booster of 10 is the lecture's and too small for long rows.
# tasks: 1.7
# line: attention.py:81

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    booster = 10.0
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = booster * torch.eye(2)
    return W_q, W_k
