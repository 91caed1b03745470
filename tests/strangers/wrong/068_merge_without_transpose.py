# mistake: The heads are not moved behind the tokens before the reshape, so a token's row holds features of several tokens.
# after: jsbaan/transformer-from-scratch pull 6 (#4), ajhalthor/Transformer-Neural-Network pull 4 and #8
# tasks: 2.1
# line: multihead.py:15
# sentence: It undoes `split_heads` exactly, for any number of heads.
# takes: MultiHeadAttention.forward 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, width = x.shape
    return x.reshape(*lead, n, h * width)
