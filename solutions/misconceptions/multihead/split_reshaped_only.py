NAME = "split.reshaped_only"
SAYS = "The split is one reshape to the final shape, which mixes up tokens and features."
HINT = "Split the stub's example by hand: head 0 of token 1 is (4, 5). What does your head 0 hold?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    *leading, n, d = x.shape
    return x.reshape(*leading, n_heads, n, d // n_heads)
