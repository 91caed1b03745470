# mistake: The mask is added as hidden * (−inf); for visible keys that is 0 · (−inf) = NaN.
# after: additive masks of Hugging Face, with −inf put in place of a large negative number
# tasks: 1.3
# says: Look at a place that is not hidden: what does 0 times infinity give?
# line: attention.py:34

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = (~mask).to(scores.dtype)
    return scores + hidden * float("-inf")
