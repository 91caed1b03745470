# mistake: tril with diagonal=1 keeps one diagonal above the main one, so every token sees the next one.
# after: confusion of triu(diagonal=1) and tril(diagonal=1) in masks built by complement (forum questions, cf. octo-models/octo#75)
# tasks: 1.3
# line: attention.py:20
# sentence: The dtype is torch.bool, and True means "may see".
# takes: simple_attention 3, softmax 2, weighted_values 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, device=device), diagonal=1) == 1
