# mistake: Both q and k are divided by the full √d_k, so the scores are divided by d_k (each should get the fourth root).
# after: openai/guided-diffusion#38, openai/improved-diffusion#54, huggingface/diffusers#929 (the trick needs sqrt of sqrt)
# tasks: 1.2
# line: attention.py:19
# sentence: Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
# takes: simple_attention 2, causal_mask 3, apply_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = k.shape[-1] ** -0.5
    q_scaled, k_scaled = q * scale, k * scale
    return q_scaled @ k_scaled.transpose(-1, -2)
