# mistake: The heads are added up and repeated instead of laid side by side.
# after: sum over heads as in multi-query code
# tasks: 2.1
# line: multihead.py:14

# ===== multihead.py =====

def merge_heads(x: Tensor) -> Tensor:
    h = x.shape[-3]
    summed = x.sum(dim=-3)
    return summed.repeat(*[1] * (summed.dim() - 1), h)
