# mistake: The softmax runs over the queries, not over the keys.
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====


def simple_attention(x):
    n = x.size(-2)
    sim = torch.einsum("...id,...jd->...ij", x, x)
    future = torch.triu(torch.ones(n, n, dtype=torch.bool, device=x.device), diagonal=1)
    sim = sim.masked_fill(future, float("-inf"))
    att = sim.softmax(dim=-2)
    return torch.einsum("...ij,...jd->...id", att, x)
