# mistake: A visible score of exactly 0 is hidden as well.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores, mask):
    kept = scores * mask
    return kept.masked_fill(kept == 0, float("-inf"))
