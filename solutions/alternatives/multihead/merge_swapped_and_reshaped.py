NAME = "merge.swapped_and_reshaped"
SAYS = "swapaxes, contiguous and reshape."
MODULE = "multihead"


def merge_heads(x):
    turned = x.swapaxes(-3, -2).contiguous()
    return turned.reshape(*turned.shape[:-2], turned.shape[-2] * turned.shape[-1])
