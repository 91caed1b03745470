# mistake: The logarithm of length − 1 is −∞ for a single bit, so the weights are not finite and α is NaN.
# after: log(0) at the edge of the range
# tasks: 1.7
# line: attention.py:60
# sentence: For any length from 1 to 100,000.
# takes: simple_attention 3, causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    zeros = torch.tensor(float(length - 1))
    score = torch.log(2000 * zeros) * 2 ** 0.5
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.stack([torch.zeros(2), torch.stack([torch.tensor(0.0), score])])
    return W_q, W_k
