NAME = "mask.bytes"
SAYS = "The mask is made of the bytes 0 and 1 (uint8); it should be bool."
HINT = "Print the dtype of your mask. For bytes, ~1 is 254."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def causal_mask(n, device=None):
    return torch.ones(n, n, dtype=torch.uint8, device=device).tril()
