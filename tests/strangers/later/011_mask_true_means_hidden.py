# mistake: True marks the future (what is hidden) because the "== 0" of the original was left out.
# after: the Annotated Transformer's subsequent_mask, without its last comparison
# tasks: 1.3
# says: Compare your mask for n = 3 with the docstring's example: what does True mean here?
# line: attention.py:31

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn


import numpy as np


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    subsequent_mask = np.triu(np.ones((n, n)), k=1).astype("uint8")
    return torch.from_numpy(subsequent_mask).bool().to(device=device)
