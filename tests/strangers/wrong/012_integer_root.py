# mistake: The square root is cut down to an integer, right only for widths that are square numbers.
# after: code review of scripts that carry int(math.sqrt(d)) over from image-patch code
# tasks: 1.2
# line: attention.py:19
# sentence: Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
# takes: simple_attention 2, causal_mask 3, apply_mask 3, weighted_values 3, attend 2, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    root = int(math.sqrt(d_k))
    return (q @ k.transpose(-2, -1)) / root
