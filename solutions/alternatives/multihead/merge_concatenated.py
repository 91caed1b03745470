NAME = "merge.concatenated"
SAYS = "The heads concatenated along the last dimension."
MODULE = "multihead"


def merge_heads(x):
    return torch.cat(x.unbind(dim=-3), dim=-1)
