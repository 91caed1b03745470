# mistake: The scores are divided by the root of d; this task has no scaling.
# tasks: 1.1
# line: attention.py:9

# ===== attention.py =====


def simple_attention(x):
    *_, n, d = x.shape
    scale = d ** -0.5
    scores = x @ x.mT * scale
    allowed = torch.ones(n, n, device=x.device).tril() == 1
    weights = torch.softmax(scores.masked_fill(~allowed, -math.inf), dim=-1)
    return weights @ x
