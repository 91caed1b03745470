# mistake: The mask is used as an index for the last two dimensions, so a mask with more dimensions does not fit.
# tasks: 1.3
# line: attention.py:35

# ===== attention.py =====


def apply_mask(scores, mask):
    hidden = torch.logical_not(mask)
    out = scores.clone()
    out[..., hidden] = float("-inf")
    return out
