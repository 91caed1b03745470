# mistake: True marks the future: the nn.Transformer convention (True = masked) instead of 'True = may see'.
# after: rasbt/LLMs-from-scratch#1061 and pull 1062; InseeFrLab/torchTextClassifiers pull 92
# tasks: 1.3
# line: attention.py:23
# sentence: The dtype is torch.bool, and True means "may see".
# takes: simple_attention 2, attention_scores 3, apply_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.ones(n, n, device=device), diagonal=1).bool()
