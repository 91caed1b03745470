NAME = "heads.reshaped_both_ways"
SAYS = "Both functions are a reshape alone. They undo each other, but each head gets pieces of several tokens."
HINT = "A round trip that gives x back proves too little here. Split the stub's example and look at head 0."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    *leading, n, d = x.shape
    return x.reshape(*leading, n_heads, n, d // n_heads)


def merge_heads(x):
    *leading, h, n, w = x.shape
    return x.reshape(*leading, n, h * w)
