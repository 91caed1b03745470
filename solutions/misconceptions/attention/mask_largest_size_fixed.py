NAME = "mask.largest_size_fixed"
SAYS = "The mask is cut out of one of a fixed size, so long sequences get one that is too small."
HINT = "Ask for the mask of a thousand tokens. What shape does it have?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


_ALL = torch.ones(64, 64, dtype=torch.bool).tril()


def causal_mask(n, device=None):
    return _ALL[:n, :n].to(device)
