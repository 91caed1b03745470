# causal_mask by comparing a row with a column of indices; apply_mask with the lowest number of the dtype.

# ===== attention.py =====


def causal_mask(n, device=None):
    i, j = torch.meshgrid(torch.arange(n, device=device), torch.arange(n, device=device), indexing="ij")
    return torch.ge(i, j)


def apply_mask(scores, mask):
    lowest = scores.new_full((), torch.finfo(scores.dtype).min)
    return torch.where(mask.expand(scores.shape), scores, lowest)
