# mistake: Row i of the copy is overwritten with its mix, and later tokens then mix the mixes instead of the inputs.
# tasks: 1.1
# line: attention.py:10, 13

# ===== attention.py =====


def simple_attention(x):
    y = x.clone()
    for i in range(1, y.shape[-2]):
        seen = y[..., : i + 1, :].clone()
        token = seen[..., -1:, :]
        alpha = torch.softmax(token @ seen.transpose(-2, -1), dim=-1)
        y[..., i, :] = (alpha @ seen)[..., 0, :]
    return y
