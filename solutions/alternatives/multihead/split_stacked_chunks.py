NAME = "split.stacked_chunks"
SAYS = "Chunks of the last dimension, stacked before the tokens."
MODULE = "multihead"


def split_heads(x, n_heads):
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)
