# mistake: torch.bmm takes exactly one leading dimension, so a single sequence or two leading dimensions fail.
# tasks: 1.5
# line: attention.py:48

# ===== attention.py =====


def weighted_values(weights, v):
    return torch.bmm(weights, v)
