# mistake: The future is cut after the softmax, so the rest no longer sums to 1.
# tasks: 1.1
# line: attention.py:10

# ===== attention.py =====


def simple_attention(x):
    similarity = x @ x.transpose(-1, -2)
    alpha = torch.softmax(similarity, dim=-1)
    alpha = torch.tril(alpha)
    return alpha @ x
