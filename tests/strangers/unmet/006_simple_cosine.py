# mistake: The score is the cosine of the two vectors. The task asks for the plain dot product.
# tasks: 1.1
# line: attention.py:11

# ===== attention.py =====


def simple_attention(x):
    mixed = []
    for i in range(x.shape[-2]):
        token, visible = x[..., i : i + 1, :], x[..., : i + 1, :]
        score = torch.cosine_similarity(token, visible, dim=-1)
        weight = torch.softmax(score, dim=-1).unsqueeze(-1)
        mixed.append(torch.sum(weight * visible, dim=-2))
    return torch.stack(mixed, dim=-2)
