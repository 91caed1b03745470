import torch
from attention import attend, causal_mask
from torch import Tensor, nn


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
