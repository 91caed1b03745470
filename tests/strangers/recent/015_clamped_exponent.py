# mistake: The shifted scores are cut off at -50, so a score of minus infinity gets a tiny weight instead of exactly 0.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    top = scores.amax(dim=-1, keepdim=True)
    # avoid -inf, which makes NaNs
    shifted = torch.clamp(scores - top, min=-50.0)
    powers = torch.exp(shifted)
    normaliser = powers.sum(dim=-1, keepdim=True)
    return powers / normaliser
