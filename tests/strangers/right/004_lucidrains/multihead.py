import torch
from attention import attend, causal_mask
from torch import Tensor, einsum, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # rearrange(x, '... n (h d) -> ... h n d', h = n_heads)
    *lead, n, _ = x.shape
    return x.reshape(*lead, n, n_heads, d // n_heads).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    # rearrange(x, '... h n d -> ... n (h d)')
    *lead, h, n, d = x.shape
    return x.transpose(-2, -3).reshape(*lead, n, h * d)


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
        n, h, device = x.shape[-2], self.n_heads, x.device
        q, k, v = map(lambda t: split_heads(t, h), (self.W_q(x), self.W_k(x), self.W_v(x)))
        out, _ = attend(q, k, v, mask=causal_mask(n, device))
        out = merge_heads(out)
        return self.W_o(out)

    def head_contributions(self, x: Tensor) -> Tensor:
        n, h, device = x.shape[-2], self.n_heads, x.device
        q, k, v = map(lambda t: split_heads(t, h), (self.W_q(x), self.W_k(x), self.W_v(x)))
        out, _ = attend(q, k, v, mask=causal_mask(n, device))
        wo = self.W_o.weight.reshape(-1, h, out.shape[-1])  # o (h d) -> o h d
        return einsum('... h n d, o h d -> ... h n o', out, wo)
