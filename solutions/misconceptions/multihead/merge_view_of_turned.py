NAME = "merge.view_of_turned"
SAYS = "view is called on a transposed tensor, whose numbers do not lie in order in memory."
HINT = "Read the error message: it names another function that copies where it has to."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    *leading, h, n, w = x.shape
    return x.transpose(-3, -2).view(*leading, n, h * w)
