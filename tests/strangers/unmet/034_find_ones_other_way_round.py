# mistake: W^Q is written for x W and not for x Wᵀ, so a token that is a 0 asks for nothing. Every token has to find the ones.
# tasks: 1.7
# line: attention.py:83

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    boost = math.sqrt(2) * math.log(1000 * length)
    wanted = torch.tensor([0.0, 1.0])  # what every token asks for
    W_q = torch.stack([wanted, wanted])
    W_k = torch.tensor([[0.0, 0.0], [0.0, boost]])
    return W_q, W_k
