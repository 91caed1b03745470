# mistake: tensordot (like np.dot) does not pair up the batch: two leading dimensions give every combination of sequences.
# after: np.dot against np.matmul on 3-D arrays, a Stack Overflow classic
# tasks: 1.5
# line: attention.py:37
# sentence: Any leading dimensions, the same for weights and v.
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.tensordot(weights, v, dims=([-1], [-2]))
