# mistake: The rows are stacked as the first dimension, which is right for one sequence only. With a batch the result has to be (..., n, d).
# tasks: 1.1
# line: attention.py:14

# ===== attention.py =====


def simple_attention(x):
    out = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        query = x[..., i : i + 1, :]
        w = torch.softmax(query @ seen.transpose(-2, -1), dim=-1)
        out.append((w @ seen).squeeze(-2))
    return torch.stack(out)
