# mistake: The heads are moved to the very end, so the features of the heads alternate instead of lying side by side.
# after: a permute with two entries swapped, cf. xieenze/Trans2Seg#4
# tasks: 2.1
# line: multihead.py:14
# sentence: It undoes `split_heads` exactly, for any number of heads.
# takes: split_heads 2

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    x = x.movedim(-3, -1)  # (..., n, d/h, h)
    return x.flatten(start_dim=-2)
