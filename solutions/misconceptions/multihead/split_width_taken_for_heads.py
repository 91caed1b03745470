NAME = "split.width_taken_for_heads"
SAYS = "There are as many heads as a head should be wide, and each is as wide as there should be heads."
HINT = "With d = 12 and 3 heads, each head is 4 wide. Which of your numbers is which?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unflatten(-1, (-1, n_heads)).transpose(-3, -2)
