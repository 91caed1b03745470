# mistake: The result is collected in a tensor of the default dtype, so float64 comes back as float32.
# tasks: 1.1
# line: attention.py:8

# ===== attention.py =====


def simple_attention(x):
    result = torch.zeros(x.shape, device=x.device)
    for i in range(x.size(-2)):
        context = x[..., : i + 1, :]
        scores = (context * x[..., i, None, :]).sum(-1)
        alphas = torch.softmax(scores, dim=-1)
        result[..., i, :] = (alphas[..., None] * context).sum(-2)
    return result
