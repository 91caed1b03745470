# mistake: The score is reckoned without the division by √2, so for long rows (beyond about 17,000 bits) it is too small.
# after: scale factor forgotten when reckoning by hand
# tasks: 1.7
# line: attention.py:62
# sentence: The weights are used as `nn.Linear` uses them, x Wᵀ, and the scores are divided by √2, as `attend` does.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # one 1 must beat all the zeros by a wide margin
    boost = math.log(1e6 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.diag(torch.tensor([0.0, boost]))
    return W_q, W_k
