NAME = "split.heads_after_tokens"
SAYS = "The heads stand after the tokens: (..., n, h, d/h) instead of (..., h, n, d/h)."
HINT = "Print the shape of your result. attend takes the last two dimensions for tokens and features."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unflatten(-1, (n_heads, -1))
