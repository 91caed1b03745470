# mistake: W^Q is written for x W instead of x Wᵀ: the query of a 0 is (0, 0), so it spreads its weight evenly.
# after: convention of nn.Linear's weight, cf. 'weights_not_transposed'
# tasks: 1.7
# line: attention.py:64
# sentence: The weights are used as `nn.Linear` uses them, x Wᵀ, and the scores are divided by √2, as `attend` does.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3, attend 2
# takes: AttentionHead.forward 2

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    strength = 2 * math.log(5000 * length)
    W_q = torch.tensor([[0.0, strength], [0.0, strength]])
    W_k = torch.eye(2)
    return W_q, W_k
