# mistake: Clamping to ±80 instead of taking off the maximum: −∞ gets a weight above 0, and scores beyond 80 become equal.
# after: clamp-before-exp workarounds in forum answers on NaN losses
# tasks: 1.4
# line: attention.py:32
# sentence: A score of −∞ gives a weight of exactly 0, and no NaN anywhere, gradients included.
# takes: attention_scores 2, apply_mask 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    # exp overflows above about 88
    safe = scores.clamp(min=-80, max=80)
    exps = torch.exp(safe)
    return exps / exps.sum(dim=-1, keepdim=True)
