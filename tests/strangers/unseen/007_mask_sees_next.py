# mistake: The diagonal argument lets each token see the next one too.
# after: off by one in the diagonal of tril
# tasks: 1.3
# line: attention.py:146
# takes: simple_attention 2, attention_scores 3, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    allowed = torch.ones((n, n), device=device)
    allowed = torch.tril(allowed, diagonal=1)
    return allowed.bool()
