# GPU-kernel person: exp2 with log2(e), F.normalize with p=1 for the sum
# 1.2 1.4

# ===== attention.py =====
import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

LOG2E = 1.4426950408889634


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # fold d^-1/4 into both sides
    s = k.shape[-1] ** -0.25
    return (q * s) @ (k * s).mT


def softmax(scores: Tensor) -> Tensor:
    p = torch.exp2((scores - scores.amax(-1, keepdim=True)) * LOG2E)
    return F.normalize(p, p=1.0, dim=-1)


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
