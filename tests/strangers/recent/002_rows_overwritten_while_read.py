# mistake: The finished rows are written back into the list that later tokens read, so token i mixes a_1 ... a_(i-1) instead of x_1 ... x_(i-1).
# tasks: 1.1
# line: attention.py:10, 13

# ===== attention.py =====


def simple_attention(x):
    rows = list(x.unbind(dim=-2))  # one (..., d) tensor per token
    for i in range(len(rows)):
        past = torch.stack(rows[: i + 1], dim=-2)
        score = (past * rows[i].unsqueeze(-2)).sum(-1)
        weight = torch.softmax(score, -1)
        rows[i] = (weight.unsqueeze(-1) * past).sum(-2)
    return torch.stack(rows, dim=-2)
