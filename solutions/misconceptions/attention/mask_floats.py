NAME = "mask.floats"
SAYS = "The mask is made of the floats 0 and 1; it should be bool."
HINT = "Print the dtype of your mask. What would ~mask do to a float?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, device=device).tril()
