import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    size = x.size()[:-1]
    return x.reshape(*size, n_heads, d // n_heads).transpose(-2, -3)    # (B, nh, T, hs)


def merge_heads(x: Tensor) -> Tensor:
    x = x.transpose(-2, -3)                 # (B, T, nh, hs)
    return x.reshape(*x.size()[:-2], -1)    # (B, T, C)


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
        k = split_heads(self.W_k(x), self.n_heads)      # (B, nh, T, hs)
        q = split_heads(self.W_q(x), self.n_heads)      # (B, nh, T, hs)
        v = split_heads(self.W_v(x), self.n_heads)      # (B, nh, T, hs)
        y, att = attend(q, k, v, causal_mask(x.size(-2), x.device))
        return self.W_o(merge_heads(y))

    def head_contributions(self, x: Tensor) -> Tensor:
        k = split_heads(self.W_k(x), self.n_heads)
        q = split_heads(self.W_q(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        y, att = attend(q, k, v, causal_mask(x.size(-2), x.device))
        # keep one head, zero the others, and send that through W_o
        out = []
        for c in range(self.n_heads):
            keep = torch.zeros(self.n_heads, 1, 1, dtype=y.dtype, device=y.device)
            keep[c] = 1.0
            out.append(self.W_o(merge_heads(y * keep)))
        return torch.stack(out, dim=-3)
