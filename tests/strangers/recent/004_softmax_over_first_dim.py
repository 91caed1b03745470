# mistake: The softmax goes over dimension 0, which is the tokens for one sequence but the batch for several; each sequence must be treated by itself.
# tasks: 1.1
# line: attention.py:13

# ===== attention.py =====


def simple_attention(x):
    out = torch.empty_like(x)
    for i in range(x.shape[-2]):
        token = x[..., i : i + 1, :]
        context = x[..., : i + 1, :]  # itself included
        scores = (token * context).sum(dim=-1)
        weights = torch.softmax(scores, dim=0)
        out[..., i, :] = (weights[..., None] * context).sum(dim=-2)
    return out
