# mistake: Hidden scores are lowered by 1000 only: where the visible ones are near −1000 a hidden key gets as much weight as they do.
# after: huggingface/transformers#14859 and TransformerLens pull 319 (-1e4 / -1e5 not low enough)
# tasks: 1.3
# line: attention.py:25
# sentence: Judged by the weights it leads to: after the softmax a hidden key has weight 0, even where the visible scores are as low as −1000.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    bias = torch.zeros_like(scores).masked_fill(~mask, -1000.0)
    return scores + bias
