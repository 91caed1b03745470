NAME = "merge.tokens_lined_up"
SAYS = "The heads are laid one below the other, as more tokens, instead of side by side."
HINT = "With 5 tokens the result has 5 rows. How many does yours have?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    return x.flatten(-3, -2)
