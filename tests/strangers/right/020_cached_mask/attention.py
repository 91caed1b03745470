import functools
import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


@functools.lru_cache(maxsize=8)
def _cached_tril(n, device):
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    # clone, so that nobody can spoil the cache
    return _cached_tril(n, str(device) if device is not None else None).clone()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def _mask(self, n, device):
        cached = getattr(self, "_mask_cache", None)
        if cached is None or cached.shape[0] != n or cached.device != device:
            cached = causal_mask(n, device)
            self._mask_cache = cached
        return cached

    def forward(self, x: Tensor) -> Tensor:
        out, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), self._mask(x.shape[-2], x.device))
        return out


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
