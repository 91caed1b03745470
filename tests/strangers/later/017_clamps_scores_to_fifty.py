# mistake: Scores are clamped to ±50 against overflow, so 1000 and 900 become equal and −∞ keeps a weight above 0.
# after: own invention, a forum answer on "inf in exp"
# tasks: 1.4
# says: After your clamp, can you still tell a score of 900 from one of 1000?
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    safe = scores.clamp(min=-50.0, max=50.0)
    e = torch.exp(safe)
    return e / e.sum(dim=-1, keepdim=True)
