# mistake: Masked_fill_ writes into the caller's scores.
# tasks: 1.3
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    blocked = torch.logical_not(mask)
    return scores.masked_fill_(blocked, -torch.inf)
