NAME = "merge.no_gradient"
SAYS = "The numbers are right, but no gradient flows back through the merge."
HINT = "Is the result built from detached numbers? Moving dimensions and reshaping keep the gradient."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    return x.detach().transpose(-3, -2).flatten(-2)
