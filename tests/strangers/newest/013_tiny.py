# mistake: Hidden scores get the smallest positive number, not the most negative one.
# tasks: 1.3
# line: attention.py:33

# ===== attention.py =====


def apply_mask(scores, mask):
    hidden = torch.finfo(scores.dtype).tiny
    return scores.masked_fill(mask.logical_not(), hidden)
