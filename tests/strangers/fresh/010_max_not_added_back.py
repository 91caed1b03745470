# mistake: the log of the sum leaves out the maximum that was taken off before
# after: log-sum-exp written by hand, forgotten last term
# tasks: 1.4
# line: attention.py:227
# takes: simple_attention 5, attention_scores 2, causal_mask 4, apply_mask 2, weighted_values 3, attend 2
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    m, _ = torch.max(scores, dim=-1, keepdim=True)
    total = (scores - m).exp().sum(dim=-1, keepdim=True)
    log_z = total.log()
    return (scores - log_z).exp()
