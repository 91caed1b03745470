# split_heads by narrow for each head; merge_heads by concatenating what unbind gives.

# ===== multihead.py =====


def split_heads(x, n_heads):
    width = x.shape[-1] // n_heads
    return torch.cat([x.narrow(-1, c * width, width).unsqueeze(-3) for c in range(n_heads)], dim=-3)


def merge_heads(x):
    return torch.cat(torch.unbind(x, dim=-3), dim=-1)
