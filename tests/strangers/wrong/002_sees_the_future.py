# mistake: The scores are never masked: every token mixes with the whole sequence, the future included.
# after: ttsugriy.github.io llm-first-principles stage 5, 'Forgetting the Causal Mask'; keras-team/keras#23038 (causal mask silently dropped)
# tasks: 1.1
# line: attention.py:8
# sentence: Token i uses the tokens j ≤ i only, itself included.
# takes: attention_scores 2, apply_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    scores = torch.matmul(x, x.transpose(-2, -1))
    alpha = torch.softmax(scores, dim=-1)
    return torch.matmul(alpha, x)
