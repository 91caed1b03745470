# mistake: Of a batch of masks only the first is kept, and it serves every sequence.
# after: lsdefine/attention-is-all-you-need-keras#36 (masks paired with the wrong sequences of the batch)
# tasks: 1.3
# line: attention.py:28
# sentence: Any mask that broadcasts to the scores, not the causal one alone.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    while mask.dim() > 2:
        mask = mask[0]  # down to (n, m)
    return scores.masked_fill(~mask, float("-inf"))
