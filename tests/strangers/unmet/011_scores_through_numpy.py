# mistake: The product is calculated in NumPy on detached arrays, so no gradient comes back to q and k. Gradients have to be right for all floats that go in.
# tasks: 1.2
# line: attention.py:21, 22, 26

# ===== attention.py =====
import math

import numpy as np
import torch
from torch import Tensor, nn


def attention_scores(q, k):
    queries = q.detach().cpu().numpy()
    keys = k.detach().cpu().numpy()
    d_k = keys.shape[-1]
    dots = np.matmul(queries, np.swapaxes(keys, -1, -2))
    scores = dots / math.sqrt(d_k)
    return torch.from_numpy(scores).to(q)
