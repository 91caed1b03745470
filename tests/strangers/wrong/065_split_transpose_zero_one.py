# mistake: Dimensions 0 and 1 are swapped, right for (n, d) only: with a batch these are the batch and the tokens.
# after: huggingface/diffusers#10303, gazelle93/Transformer-Various-Positional-Encoding#1
# tasks: 2.1
# line: multihead.py:11
# sentence: Any leading dimensions; n_heads = 1 and n_heads = d work.
# takes: merge_heads 3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.unflatten(-1, (n_heads, d // n_heads))  # (n, h, d/h)
    return x.transpose(0, 1)
