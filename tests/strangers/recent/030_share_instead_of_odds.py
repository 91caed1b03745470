# mistake: The 1 is made to outweigh the zeros by 0.999 times their number, which gives it about half; the odds are 0.999 to 0.001, so 999 times their number.
# tasks: 1.7
# line: attention.py:82

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    share = 0.999
    outweigh = share * length
    score = math.log(outweigh)
    booster = math.sqrt(2) * score + 0.01
    W_q = torch.zeros(2, 2)
    W_q[1, :] = 1.0  # whoever asks, asks for a 1
    W_k = torch.zeros(2, 2)
    W_k[1, 1] = booster
    return W_q, W_k
