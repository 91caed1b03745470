NAME = "merge.interleaved"
SAYS = "The features of the heads alternate instead of lying one head after the other."
HINT = "For each token all of head 0's features come first. In which order do yours come?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    return x.movedim(-3, -1).flatten(-2)
