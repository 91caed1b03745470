# torch.func.vmap over the leading dimensions, single-sequence functions inside
# 1.1 1.2 1.5

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn
from torch.func import vmap


def _batched(fn, n_tail, *tensors):
    lead = tensors[0].shape[:-n_tail]
    for _ in lead:
        fn = vmap(fn)
    return fn(*tensors)


def _one_sequence(x):
    s = x @ x.T
    n = x.shape[0]
    keep = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
    return torch.softmax(torch.where(keep, s, float("-inf")), dim=1) @ x


def simple_attention(x: Tensor) -> Tensor:
    return _batched(_one_sequence, 2, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return _batched(lambda a, b: torch.mm(a, b.t()) / math.sqrt(a.shape[1]), 2, q, k)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return _batched(torch.mm, 2, weights, v)


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
