import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.reshape(*x.shape[:-1], n_heads, -1).swapdims(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    return x.swapdims(-2, -3).reshape(*x.shape[:-3], x.shape[-2], -1)


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

    def scaled_heads(self, x):
        seq_len = x.size(-2)
        q, k, v = [split_heads(layer(x), self.n_heads) for layer in [self.W_q, self.W_k, self.W_v]]
        values, attention = attend(q, k, v, mask=causal_mask(seq_len, device=x.device))
        return values

    def forward(self, x: Tensor) -> Tensor:
        values = self.scaled_heads(x)
        values = merge_heads(values)
        o = self.W_o(values)
        return o

    def head_contributions(self, x: Tensor) -> Tensor:
        values = self.scaled_heads(x)
        w_o = self.W_o.weight  # (d_model, d_model)
        parts = torch.tensor_split(w_o, self.n_heads, dim=1)
        return torch.stack([values[..., i, :, :].matmul(parts[i].t()) for i in range(self.n_heads)], -3)
