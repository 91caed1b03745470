# mistake: The scores are cosines; the task asks for plain dot products, so long vectors must count more.
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====


def simple_attention(x):
    outs = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        me = x[..., i : i + 1, :]
        sim = torch.cosine_similarity(me, seen, dim=-1)
        w = torch.softmax(sim, dim=-1).unsqueeze(-1)
        outs.append((w * seen).sum(dim=-2))
    return torch.stack(outs, dim=-2)
