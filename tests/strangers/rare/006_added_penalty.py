# A large negative number is added where the mask is False.
# 1.3

# ===== attention.py =====


def apply_mask(scores, mask):
    penalty = torch.zeros_like(scores).masked_fill(~mask, -1e6)
    return scores + penalty
