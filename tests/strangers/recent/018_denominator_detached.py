# mistake: The denominator is detached, so the numbers are right but the gradient lacks the part that flows through the sum; gradients must be right.
# tasks: 1.4
# line: attention.py:42

# ===== attention.py =====


def softmax(scores):
    # constants do not need a gradient
    m = scores.max(dim=-1, keepdim=True).values.detach()
    numerator = torch.exp(scores - m)
    denominator = numerator.sum(dim=-1, keepdim=True).detach()
    return numerator / denominator
