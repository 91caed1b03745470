# mistake: The whole difference is taken without gradients, not just the shift, so no gradient reaches the scores.
# tasks: 1.4
# line: attention.py:40, 41

# ===== attention.py =====


def softmax(scores):
    # the shift does not change the result, so autograd need not see it
    with torch.no_grad():
        shifted = scores - scores.max(dim=-1, keepdim=True).values
    weights = shifted.exp()
    return weights / weights.sum(dim=-1, keepdim=True)
