# mistake: Hidden keys get only −1000 added, so a hidden score of 1000 still beats a visible one of −1000.
# after: own invention ("a big negative number")
# tasks: 1.3
# says: Take a hidden score of 1000 and a visible one of −1000: which of them wins after your line?
# line: attention.py:33

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    penalty = torch.zeros_like(scores).masked_fill(~mask, -1e3)
    return scores + penalty
