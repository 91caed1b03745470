# mistake: Iterating over x takes its first dimension for the heads; with a batch that is the batch.
# tasks: 2.1
# line: multihead.py:16

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat([head for head in x], dim=-1)
