# minGPT author who does not call attend: softmax of torch inside multihead.py
# 2.1 2.2 2.3
# ambiguous: multihead.py forbids only "PyTorch's ready-made attention"; torch.softmax in 2.2 obeys the sentences

# ===== multihead.py =====
import math

import torch
import torch.nn.functional as F
from attention import attend, causal_mask  # noqa: F401
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    *lead, T, C = x.shape
    return x.reshape(*lead, T, n_heads, C // n_heads).transpose(-3, -2)


def merge_heads(x: Tensor) -> Tensor:
    *lead, nh, T, hs = x.shape
    return x.transpose(-3, -2).contiguous().reshape(*lead, T, nh * hs)


class MultiHeadAttention(nn.Module):

    def _y(self, x):
        T = x.size(-2)
        # calculate query, key, values for all heads in batch and move head forward to be the batch dim
        k = split_heads(self.W_k(x), self.n_heads)
        q = split_heads(self.W_q(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        # causal self-attention; Self-attend: (B, nh, T, hs) x (B, nh, hs, T) -> (B, nh, T, T)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        bias = torch.tril(torch.ones(T, T, device=x.device))
        att = att.masked_fill(bias == 0, float('-inf'))
        att = F.softmax(att, dim=-1)
        return att @ v

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self._y(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        y = self._y(x)
        nh, hs = self.n_heads, y.size(-1)
        return torch.stack([y[..., i, :, :] @ self.W_o.weight[:, i * hs:(i + 1) * hs].t() for i in range(nh)], dim=-3)
