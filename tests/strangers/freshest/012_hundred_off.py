# mistake: Hidden scores are lowered by 100 only, which is too little where scores lie hundreds apart.
# tasks: 1.3
# line: attention.py:33, 34

# ===== attention.py =====


def apply_mask(scores, mask):
    penalty = (~mask).to(scores.dtype) * -100.0
    return scores + penalty
