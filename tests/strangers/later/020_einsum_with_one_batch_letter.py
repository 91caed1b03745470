# mistake: The einsum names exactly one batch dimension, so none or several leading dimensions raise.
# after: einsum snippets for (B, T, C)
# tasks: 1.5
# says: How does einsum write "any number of dimensions in front"?
# line: attention.py:48

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("bnm,bmd->bnd", weights, v)
