# mistake: Powers of 2 are taken as in the handout's hand calculation; the task asks for powers of e.
# tasks: 1.4
# line: attention.py:44

# ===== attention.py =====


def _largest(t):
    return t.max(dim=-1, keepdim=True)[0]


def softmax(scores):
    shifted = scores - _largest(scores)
    powers = torch.pow(2.0, shifted)
    weights = powers / powers.sum(dim=-1, keepdim=True)
    return weights
