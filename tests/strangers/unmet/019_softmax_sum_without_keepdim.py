# mistake: The sum loses its dimension, so in a square table the weights of row i are divided by the sum of row j. Each row has to be divided by its own sum.
# tasks: 1.4
# line: attention.py:41, 42

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    row_max = scores.max(dim=-1, keepdim=True).values
    exponentials = torch.exp(scores - row_max)
    row_sum = exponentials.sum(dim=-1)
    weights = exponentials / row_sum
    return weights
