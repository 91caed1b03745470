NAME = "merge.sums_heads"
SAYS = "The heads are added up instead of laid side by side."
HINT = "What is the last size of your result: d/h or d?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    return x.sum(dim=-3)
