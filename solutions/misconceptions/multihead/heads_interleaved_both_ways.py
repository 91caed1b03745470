NAME = "heads.interleaved_both_ways"
SAYS = "Both functions deal the features out one by one. They undo each other, but the chunks are not contiguous."
HINT = "A round trip that gives x back proves too little here. Head 0 gets the first d/h features: does yours?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unflatten(-1, (-1, n_heads)).movedim(-1, -3)


def merge_heads(x):
    return x.movedim(-3, -1).flatten(-2)
