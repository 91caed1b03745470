# mistake: Of a mask with leading dimensions only the first (n, m) slice is used for every sequence; each sequence of the batch has its own mask.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores, mask):
    if mask.dim() > 2:
        mask = mask.flatten(0, -3)[0]
    minus_inf = torch.full_like(scores, -math.inf)
    return torch.where(mask, scores, minus_inf)
