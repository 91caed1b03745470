# mistake: -1e-9 is practically 0, meant was -1e9: hidden keys take part as if their score were 0.
# after: Shujun-He/RibonanzaNet#5; awslabs/gluonts pull 1401
# tasks: 1.3
# line: attention.py:27
# sentence: A modest number such as −10 would not, and neither would 0.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask == 0, -1e-9)
