# mistake: The weighted rows are averaged instead of added up, so row i is divided by i once more; the task asks for the sum over j of alpha_ij x_j.
# tasks: 1.1
# line: attention.py:15

# ===== attention.py =====


def simple_attention(x):
    n = x.shape[-2]
    rows = []
    for i in range(n):
        seen = x[..., : i + 1, :]
        query = x[..., i, :].unsqueeze(-1)
        scores = (seen @ query).squeeze(-1)
        alpha = torch.softmax(scores, dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).mean(dim=-2))
    return torch.stack(rows, dim=-2)
