NAME = "mask.to_be_added"
SAYS = "The mask holds 0 and −∞, to be added to scores; it should hold True and False."
HINT = "Print your mask beside the stub's example. Which function is meant to bring in the −∞?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.full((n, n), -math.inf, device=device).triu(1)
