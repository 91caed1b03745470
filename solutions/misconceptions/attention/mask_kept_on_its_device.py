NAME = "mask.kept_on_its_device"
SAYS = "A mask that was made earlier is returned again, on the device of that earlier call."
HINT = "Ask for the same length on two devices, one after the other."
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


_MASKS = {}


def causal_mask(n, device=None):
    if n not in _MASKS:
        _MASKS[n] = torch.ones(n, n, dtype=torch.bool, device=device).tril()
    return _MASKS[n]
