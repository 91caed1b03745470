# mistake: The result is written into x itself, so the input changes and later rows mix rows that were already mixed.
# after: NumPy habit, own invention
# tasks: 1.1
# says: Two names, one tensor: after your loop, print x and see whether it is still what was handed in.
# line: attention.py:9

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    output = x
    for i in range(n):
        scores = (x[..., : i + 1, :] @ x[..., i, :].unsqueeze(-1)).squeeze(-1)
        weights = torch.softmax(scores, dim=-1)
        output[..., i, :] = (weights.unsqueeze(-1) * x[..., : i + 1, :]).sum(dim=-2)
    return output
