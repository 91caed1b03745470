# mistake: The weights are squared on the way.
# after: typo: w * w * v
# tasks: 1.5
# line: attention.py:34

# ===== attention.py =====

def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    out = []
    for i in range(weights.shape[-2]):
        w = weights[..., i, :].unsqueeze(-1)
        out.append((w * w * v).sum(dim=-2))
    return torch.stack(out, dim=-2)
