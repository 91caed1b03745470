NAME = "mask.hides_nothing"
SAYS = "Every entry of the mask is True, so nothing is hidden."
HINT = "Which entries of row 0 belong to the future?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device)
