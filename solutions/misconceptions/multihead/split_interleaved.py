NAME = "split.interleaved"
SAYS = "The features are dealt out to the heads one by one instead of in contiguous chunks."
HINT = "Head 0 gets the first d/h features, next to each other. Which ones does yours get?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unflatten(-1, (-1, n_heads)).movedim(-1, -3)
