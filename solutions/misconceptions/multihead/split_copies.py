NAME = "split.copies"
SAYS = "Every head gets a copy of all d features instead of a chunk of them."
HINT = "What is the last size of your result: d or d/h?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unsqueeze(-3).repeat_interleave(n_heads, dim=-3)
