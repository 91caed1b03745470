# mistake: The weights go through log(e): for a score of −∞ that is log 0, whose gradient is 0 · ∞ = NaN, though the weights themselves are right.
# after: pytorch forum and issues on NaN gradients of log(0) behind a mask (torch.where/log NaN gradient threads)
# tasks: 1.4
# line: attention.py:32
# sentence: A score of −∞ gives a weight of exactly 0, and no NaN anywhere, gradients included.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    log_w = torch.log(e) - torch.log(e.sum(dim=-1, keepdim=True))
    return torch.exp(log_w)
