import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    T = x.size(-2)
    lead = x.shape[:-2]
    return x.reshape(*lead, T, n_heads, d // n_heads).transpose(-3, -2)  # (B, nh, T, hs)


def merge_heads(x: Tensor) -> Tensor:
    nh, T, hs = x.shape[-3:]
    return x.transpose(-3, -2).contiguous().view(*x.shape[:-3], T, nh * hs)  # re-assemble all head outputs side by side


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

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(-2)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        q = split_heads(q, self.n_heads)
        k = split_heads(k, self.n_heads)
        v = split_heads(v, self.n_heads)
        y, _ = attend(q, k, v, causal_mask(T, x.device))
        y = merge_heads(y)
        # output projection
        y = self.W_o(y)
        return y

    def head_contributions(self, x: Tensor) -> Tensor:
        T, C = x.shape[-2:]
        hs = C // self.n_heads
        q, k, v = (split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v))
        y, _ = attend(q, k, v, causal_mask(T, x.device))  # (B, nh, T, hs)
        w = self.W_o.weight.view(C, self.n_heads, hs).permute(1, 2, 0)  # (nh, hs, C)
        return y @ w
