NAME = "merge.one_batch_axis_only"
SAYS = "Exactly one leading dimension is expected; without one, or with two, it fails."
HINT = "Try an x of shape (h, n, d/h). Which of your lines names every dimension?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    B, h, n, w = x.shape
    return x.permute(0, 2, 1, 3).reshape(B, n, h * w)
