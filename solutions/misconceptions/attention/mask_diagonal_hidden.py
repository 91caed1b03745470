NAME = "mask.diagonal_hidden"
SAYS = "A token may not see itself: the diagonal is False."
HINT = "j ≤ i includes j = i. What could the first token look at otherwise?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device).tril(-1)
