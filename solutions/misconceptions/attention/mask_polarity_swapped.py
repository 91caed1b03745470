NAME = "mask.polarity_swapped"
SAYS = "Both functions agree that True means hidden; the stub says that True means 'may see'."
HINT = (
    "Your two functions fit each other, but not the masks that others pass in. Compare causal_mask(3) with the "
    "stub's example."
)
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool, device=device).triu(1)


def apply_mask(scores, mask):
    return scores.masked_fill(mask, -math.inf)
