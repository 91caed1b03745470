# mistake: The mask is uint8 (as in code for PyTorch before 1.2), so ~mask gives 254 and 255 instead of False and True.
# after: harvardnlp annotated-transformer's subsequent_mask (uint8) and the PyTorch 1.2 deprecation threads
# tasks: 1.3
# line: attention.py:22
# sentence: The dtype is torch.bool, and True means "may see".
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones((n, n), dtype=torch.uint8, device=device))
