# mistake: Iterating over x goes over its first dimension, which is the heads only without a batch.
# after: torch.cat([h for h in heads]) tutorials where heads is a list, not a batched tensor
# tasks: 2.1
# line: multihead.py:15
# sentence: Any leading dimensions.
# takes: split_heads 3, MultiHeadAttention.forward 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat([head for head in x], dim=-1)
