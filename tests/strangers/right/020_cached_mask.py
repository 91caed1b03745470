# Caches the causal mask, rebuilt whenever length or device changes
# 1.3 1.6 2.2

# ===== attention.py =====
import functools
import math

import torch
from torch import Tensor, nn


@functools.lru_cache(maxsize=8)
def _cached_tril(n, device):
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    # clone, so that nobody can spoil the cache
    return _cached_tril(n, str(device) if device is not None else None).clone()


class AttentionHead(nn.Module):

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


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.unflatten(-1, (n_heads, d // n_heads)).transpose(-3, -2)


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(-3, -2).flatten(-2)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width")
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    _cache = None

    def get_mask(self, n, device):
        # grow when a longer sequence comes, slice for a shorter one
        if self._cache is None or self._cache.size(0) < n or self._cache.device != device:
            self._cache = causal_mask(n, device)
        return self._cache[:n, :n]

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        y, _ = attend(q, k, v, self.get_mask(x.size(-2), x.device))
        return self.W_o(merge_heads(y))

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        out, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return out @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
