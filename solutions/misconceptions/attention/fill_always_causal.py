NAME = "fill.always_causal"
SAYS = "The mask passed in is ignored; a causal one is always applied."
HINT = "Pass a mask that hides the first key from everyone. Does your result show it?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    n, m = scores.shape[-2:]
    return scores.masked_fill(torch.ones(n, m, dtype=torch.bool).triu(1), -math.inf)
