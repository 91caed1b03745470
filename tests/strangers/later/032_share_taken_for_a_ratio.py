# mistake: e^score is set to 0.999 times the number of zeros, which puts about a half on the one, not 0.999.
# after: plain-number slip in solving e^s / (e^s + zeros) ≥ 0.999
# tasks: 1.7
# says: Put your score back into e^s / (e^s + number of zeros): which share comes out?
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # e^score has to be 0.999 of everything
    wanted = math.log(0.999 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.diag(torch.tensor([0.0, wanted * 2**0.5]))
    return W_q, W_k
