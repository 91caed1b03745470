# mistake: The heads are moved behind the features, so the merged vector alternates between the heads.
# after: movedim with the wrong target
# tasks: 2.1
# says: For two heads of width 2, in which order do your four features come out: head 0 first, or turn by turn?
# line: multihead.py:16

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    return x.movedim(-3, -1).flatten(start_dim=-2)
