# mistake: The scores are clamped to ±50, so different large scores become equal and −∞ keeps some weight.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores):
    safe = torch.clamp(scores, min=-50.0, max=50.0)
    exps = torch.exp(safe)
    total = exps.sum(-1, keepdim=True)
    return exps / total
