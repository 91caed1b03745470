# mistake: The running total is set to zero once, before the loop over the tokens, instead of once for each token.
# after: a line that belongs inside the loop stands outside it
# tasks: 1.1
# line: attention.py:76
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    outputs = []
    total = torch.zeros_like(x[..., 0, :])
    for i in range(n):
        scores = torch.stack([(x[..., i, :] * x[..., j, :]).sum(-1) for j in range(i + 1)], dim=-1)
        weights = torch.softmax(scores, dim=-1)
        for j in range(i + 1):
            total = total + weights[..., j : j + 1] * x[..., j, :]
        outputs.append(total)
    return torch.stack(outputs, dim=-2)
