# mistake: The visible scores are filled with minus infinity, as the mask is not negated.
# after: masked_fill fills where the mask is True; the negation is left out
# tasks: 1.3
# line: attention.py:185
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    minus_inf = float("-inf")
    return scores.masked_fill(mask, minus_inf)
