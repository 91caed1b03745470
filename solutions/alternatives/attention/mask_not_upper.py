NAME = "mask.not_upper"
SAYS = "The mask as everything that is not above the diagonal."
MODULE = "attention"


def causal_mask(n, device=None):
    return ~torch.triu(torch.ones((n, n), device=device), diagonal=1).bool()
