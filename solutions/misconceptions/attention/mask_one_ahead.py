NAME = "mask.one_ahead"
SAYS = "A token may see the next one too: the mask is one step too generous."
HINT = "Look at row 0: how many entries should be True?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device).tril(1)
