# mistake: Torch.stack puts the tokens first, in front of the batch; right for one sequence alone.
# tasks: 1.1
# line: attention.py:15

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    result = []
    n = x.shape[-2]
    for i in range(n):
        context = x[..., : i + 1, :]
        query = x[..., i : i + 1, :]
        alpha = torch.softmax(query @ context.transpose(-1, -2), dim=-1)
        result.append((alpha @ context).squeeze(-2))
    return torch.stack(result)
