NAME = "mask.inverted"
SAYS = "The mask is True where a key is hidden; it should be True where a key may be seen."
HINT = "Read the mask's first row aloud: 'token 0 may see token 0 …'. Does it say that?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device).triu(1)
