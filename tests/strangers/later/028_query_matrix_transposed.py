# mistake: W^Q is written for x W, not for x Wᵀ, so a token that holds a 0 asks for nothing and a 1 asks for both.
# after: the first lecture's convention x W^Q
# tasks: 1.7
# says: Compute bits @ W_q.T by hand for a 0 and for a 1: do both ask for a 1?
# line: attention.py:85

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn


import numpy as np


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    boost = math.sqrt(2) * math.log(999 * length)
    W_q = np.array([[0.0, 1.0], [0.0, 1.0]])
    W_k = boost * np.eye(2)
    return torch.from_numpy(W_q), torch.from_numpy(W_k)
