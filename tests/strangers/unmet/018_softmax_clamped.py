# mistake: The shifted scores are clamped at −40, so −∞ gets a small positive weight. A score of −∞ has to give exactly 0.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores):
    top = torch.amax(scores, dim=-1, keepdim=True)
    shifted = scores - top
    shifted = shifted.clamp(min=-40)  # no -inf, no NaN
    e = shifted.exp()
    return e / e.sum(dim=-1, keepdim=True)
