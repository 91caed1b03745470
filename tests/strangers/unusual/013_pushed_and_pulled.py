# ones are pulled and zeros pushed away, with entries of both signs
# 1.7

# ===== attention.py =====
import math

import numpy as np
import torch
from torch import Tensor, nn


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    needed = np.log(999.5 * length)
    c = np.sqrt(np.sqrt(2) * needed / 4)
    W_q = np.array([[-c, -c], [c, c]])
    W_k = np.array([[c, -c], [-c, c]])
    return torch.from_numpy(W_q), torch.from_numpy(W_k)
