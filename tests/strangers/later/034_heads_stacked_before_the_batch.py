# mistake: The heads are stacked as the very first dimension, in front of the batch.
# after: own invention, tested on one sequence only
# tasks: 2.1
# says: Right for one sequence; for a batch, where does the docstring put the heads and where do yours stand?
# line: multihead.py:7

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(torch.chunk(x, n_heads, dim=-1), dim=0)
