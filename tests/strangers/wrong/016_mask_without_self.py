# mistake: `<` instead of `<=`: a token does not see itself, and the first token sees nothing.
# after: off-by-one of tril(diagonal=-1), asked on Stack Overflow and in nanoGPT discussions (NaN in the first row)
# tasks: 1.3
# line: attention.py:22
# sentence: The diagonal is True: a token always sees itself.
# takes: simple_attention 3, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    rows = torch.arange(n, device=device).unsqueeze(1)
    cols = torch.arange(n, device=device).unsqueeze(0)
    return cols < rows
