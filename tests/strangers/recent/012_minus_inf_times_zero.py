# mistake: Minus infinity is multiplied by 0 where the key is visible, which is NaN; visible scores must stay as they were.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores, mask):
    hide = (~mask).to(scores.dtype)  # 1 where hidden, 0 where visible
    penalty = hide * float("-inf")
    return scores + penalty
