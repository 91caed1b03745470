NAME = "mask.nested_lists"
SAYS = "The mask from nested Python lists."
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.tensor([[j <= i for j in range(n)] for i in range(n)], device=device)
