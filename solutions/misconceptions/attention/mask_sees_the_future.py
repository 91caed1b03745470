NAME = "mask.sees_the_future"
SAYS = "The mask is upside down: a token sees itself and the future instead of the past."
HINT = "Rows are queries and columns are keys. In which row should nearly everything be False: the first or the last?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device).triu()
