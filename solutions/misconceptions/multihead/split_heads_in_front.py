NAME = "split.heads_in_front"
SAYS = "The heads are the first dimension of all, before the batch; they belong right before the tokens."
HINT = "Print the shape for an x with one leading dimension and compare it with (..., h, n, d/h)."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return torch.stack(x.chunk(n_heads, dim=-1))
