NAME = "split.width_is_a_float"
SAYS = "The width of a head is computed with /, which gives a float; a size is a whole number."
HINT = "Print 6 / 3 in Python. Which other division does it have?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    *leading, n, d = x.shape
    return x.reshape(*leading, n, n_heads, d / n_heads).transpose(-3, -2)
