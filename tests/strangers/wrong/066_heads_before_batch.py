# mistake: The heads are stacked in front of everything, so with a batch they come before the batch, not before the tokens.
# after: lsdefine/attention-is-all-you-need-keras#36, gazelle93/Transformer-Various-Positional-Encoding#1 ([NH, B, T, HD])
# tasks: 2.1
# line: multihead.py:11
# sentence: Any leading dimensions; n_heads = 1 and n_heads = d work.
# takes: MultiHeadAttention.forward 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    chunks = torch.split(x, d // n_heads, dim=-1)
    return torch.stack(chunks, dim=0)
