# mistake: masked_fill without underscore returns a new tensor, which is thrown away; the scores are returned unmasked.
# after: forum and Stack Overflow questions 'masked_fill does nothing' (masked_fill against masked_fill_)
# tasks: 1.3
# line: attention.py:27
# sentence: Judged by the weights it leads to: after the softmax a hidden key has weight 0, even where the visible scores are as low as −1000.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, weighted_values 3, attend 2, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    scores.masked_fill(~mask, -math.inf)
    return scores
