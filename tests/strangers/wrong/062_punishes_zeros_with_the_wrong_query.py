# mistake: Queries are (1, 0), which meets the first feature of the keys; there a 0 is only 1 below a 1, as the booster c sits in the second feature.
# after: rows and columns of a small matrix mixed up
# tasks: 1.7
# line: attention.py:65
# sentence: For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on the ones: one 1 among zeros, several ones, nothing but ones.
# takes: attention_scores 2, apply_mask 2, attend 2, AttentionHead.forward 2

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    c = 2.0 * math.log(2000 * length)
    W_q = torch.tensor([[1.0, 1.0], [0.0, 0.0]])
    W_k = torch.tensor([[-1.0, 0.0], [0.0, c]])
    return W_q, W_k
