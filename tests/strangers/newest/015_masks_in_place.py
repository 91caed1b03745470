# mistake: The scores that came in are overwritten.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores, mask):
    hide = ~mask.expand_as(scores)
    scores[hide] = -math.inf
    return scores
