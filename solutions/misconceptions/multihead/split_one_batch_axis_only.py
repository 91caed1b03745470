NAME = "split.one_batch_axis_only"
SAYS = "Exactly one leading dimension is expected; without one, or with two, it fails."
HINT = "Try an x of shape (n, d). Which of your lines names every dimension?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    B, n, d = x.shape
    return x.view(B, n, n_heads, d // n_heads).transpose(1, 2)
