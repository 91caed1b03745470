# mistake: The sum is detached, so the numbers are right and the gradient is that of e^score alone. Gradients have to be right.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    maximum = scores.max(dim=-1, keepdim=True).values.detach()
    powers = torch.exp(scores - maximum)
    normaliser = powers.sum(dim=-1, keepdim=True).detach()
    return powers / normaliser
