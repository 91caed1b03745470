# mistake: each row is set True from the diagonal on, so a token sees the future instead of the past
# after: slice on the wrong side of the diagonal, office hours
# tasks: 1.3
# line: attention.py:153
# takes: simple_attention 3, attention_scores 2, apply_mask 2, softmax 3, weighted_values 4, AttentionHead.forward 4
# takes: find_ones_weights 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    allowed = torch.zeros((n, n), dtype=torch.bool, device=device)
    for row in range(n):
        allowed[row, row:] = True
    return allowed
