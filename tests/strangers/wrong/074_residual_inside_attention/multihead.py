import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1)


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
        h = self.n_heads
        q, k, v = split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h)
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = self.W_o(merge_heads(heads))
        return out + x

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        w_o = split_heads(self.W_o.weight, self.n_heads)
        return heads @ w_o.transpose(-1, -2)
