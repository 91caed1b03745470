# mistake: v.data cuts the graph: no gradient reaches the values.
# after: old (0.3-era) .data habits, pytorch forum 'difference between .data and detach'
# tasks: 1.5
# line: attention.py:39
# sentence: Neither input is changed, and gradients flow back to both.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, attend 2, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    out = []
    for row in range(weights.shape[-2]):
        w = weights[..., row, :].unsqueeze(-1)
        out.append((w * v.data).sum(dim=-2))
    return torch.stack(out, dim=-2)
