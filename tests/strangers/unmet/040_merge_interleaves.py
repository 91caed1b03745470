# mistake: The heads become the last dimension before the flattening, so the features of the heads alternate. They have to lie side by side, head 0 first.
# tasks: 2.1
# line: multihead.py:16

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    heads_last = x.movedim(-3, -1)  # (..., n, d/h, h)
    merged = heads_last.flatten(start_dim=-2)
    return merged
