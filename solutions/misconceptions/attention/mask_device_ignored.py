NAME = "mask.device_ignored"
SAYS = "The mask is always made on the default device; `device` is ignored."
HINT = "Where in your function is the argument `device` used?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.bool).tril()
