# integers that are enough for the longest row
# 1.7

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0, 0], [1, 1]])
    W_k = torch.tensor([[0, 0], [-20, 20]])
    return W_q, W_k
