# mistake: The two values of torch.where are swapped: visible keys are shut out.
# after: torch.where read as numpy.ma
# tasks: 1.3
# line: attention.py:24

# ===== attention.py =====

def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    lowest = torch.full_like(scores, float("-inf"))
    return torch.where(mask, lowest, scores)
