# mistake: A mask that was made for a longer row is given back whole for a shorter one. The mask has to be (n, n), and calls have to be independent.
# tasks: 1.3
# line: attention.py:30, 33

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn

_masks = {}


def causal_mask(n, device=None):
    key = str(device)
    if key not in _masks or _masks[key].shape[0] < n:
        ones = torch.ones(n, n, dtype=torch.bool, device=device)
        _masks[key] = torch.tril(ones)
    return _masks[key]
