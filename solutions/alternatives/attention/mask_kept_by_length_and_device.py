NAME = "mask.kept_by_length_and_device"
SAYS = "Masks are kept for later calls, one for each length and device."
MODULE = "attention"


_KEPT = {}


def causal_mask(n, device=None):
    key = (n, str(device))
    if key not in _KEPT:
        _KEPT[key] = torch.ones(n, n, dtype=torch.bool, device=device).tril()
    return _KEPT[key]
