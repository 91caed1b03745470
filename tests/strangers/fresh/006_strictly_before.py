# mistake: uses > instead of >=, so a token cannot see itself
# after: off by one at the diagonal, habit
# tasks: 1.3
# line: attention.py:149
# takes: simple_attention 5, attention_scores 4, apply_mask 2, softmax 4, weighted_values 4, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    pos = torch.arange(n, device=device)
    query_pos = pos.unsqueeze(1)
    key_pos = pos.unsqueeze(0)
    return query_pos > key_pos
