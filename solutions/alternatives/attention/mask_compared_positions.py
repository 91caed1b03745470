NAME = "mask.compared_positions"
SAYS = "The mask from comparing positions."
MODULE = "attention"


def causal_mask(n, device=None):
    position = torch.arange(n, device=device)
    return position[:, None] >= position
