# mistake: Detach and numpy cut the gradient off.
# tasks: 1.4
# line: attention.py:40

# ===== attention.py =====
import math

import numpy as np
import torch
from torch import Tensor, nn


def softmax(scores: Tensor) -> Tensor:
    s = scores.detach().numpy()
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    return torch.from_numpy(s / s.sum(axis=-1, keepdims=True))
