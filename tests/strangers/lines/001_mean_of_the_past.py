# mistake: The weighted vectors of the past are averaged instead of added.
# after: weighted mean taken twice, as in pooled attention
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====

def simple_attention(x: Tensor) -> Tensor:
    outputs = []
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        scores = [(x[..., i, :] * past[..., j, :]).sum(dim=-1) for j in range(i + 1)]
        alpha = torch.softmax(torch.stack(scores, dim=-1), dim=-1)
        weighted = alpha.unsqueeze(-1) * past
        outputs.append(weighted.mean(dim=-2))
    return torch.stack(outputs, dim=-2)
