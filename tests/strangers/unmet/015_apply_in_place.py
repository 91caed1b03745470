# mistake: The scores of the caller are overwritten. What goes in must not be changed.
# tasks: 1.3
# line: attention.py:34, 35

# ===== attention.py =====


def apply_mask(scores, mask):
    hidden = mask.logical_not()
    masked = scores
    masked[hidden.expand_as(masked)] = -math.inf
    return masked
