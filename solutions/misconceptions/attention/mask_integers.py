NAME = "mask.integers"
SAYS = "The mask is made of the integers 0 and 1; it should be bool."
HINT = "Print the dtype of your mask. For integers, ~1 is −2."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.int64, device=device).tril()
