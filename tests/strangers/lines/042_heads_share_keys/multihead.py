import torch
from attention import attend, causal_mask
from torch import Tensor, nn

def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f'a width of {d} cannot be cut into {n_heads} heads of equal width')
    chunks = x.unflatten(-1, (n_heads, d // n_heads))
    return chunks.transpose(-3, -2)

def merge_heads(x: Tensor) -> Tensor:
    chunks = x.transpose(-3, -2)
    return chunks.flatten(-2)

class MultiHeadAttention(nn.Module):

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f'd_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width')
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(f(x), self.n_heads) for f in (self.W_q, self.W_k, self.W_v))
        k = k[..., :1, :, :].expand_as(k)
        m = causal_mask(x.shape[-2], device=x.device)
        o = attend(q, k, v, m)[0]
        o = merge_heads(o)
        return self.W_o(o)

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        W_o_by_head = split_heads(self.W_o.weight, self.n_heads)
        return heads @ W_o_by_head.transpose(-2, -1)
