# mistake: The function builds its own causal mask and ignores the one it was given.
# after: GPT code where the mask is baked into the attention (a `bias` buffer), reused where padding masks are passed
# tasks: 1.3
# line: attention.py:27
# sentence: Any mask that broadcasts to the scores, not the causal one alone.
# takes: attention_scores 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    n, m = scores.shape[-2:]
    visible = torch.ones(n, m, dtype=torch.bool, device=scores.device).tril()
    return torch.where(visible, scores, torch.full_like(scores, float("-inf")))
