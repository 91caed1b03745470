import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    X = x.reshape(*x.shape[:-1], n_heads, -1)
    return X.movedim(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    X = x.movedim(-3, -2)
    return X.reshape(*X.shape[:-2], -1)


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

    def transpose_qkv(self, X):
        return split_heads(X, self.n_heads)

    def transpose_output(self, X):
        return merge_heads(X)

    def forward(self, x: Tensor) -> Tensor:
        queries = self.transpose_qkv(self.W_q(x))
        keys = self.transpose_qkv(self.W_k(x))
        values = self.transpose_qkv(self.W_v(x))
        output, _ = attend(queries, keys, values, causal_mask(x.shape[-2], device=x.device))
        output_concat = self.transpose_output(output)
        return self.W_o(output_concat)

    def head_contributions(self, x: Tensor) -> Tensor:
        queries = self.transpose_qkv(self.W_q(x))
        keys = self.transpose_qkv(self.W_k(x))
        values = self.transpose_qkv(self.W_v(x))
        output, _ = attend(queries, keys, values, causal_mask(x.shape[-2], device=x.device))
        W = self.W_o.weight.T.reshape(self.n_heads, -1, x.shape[-1])
        return torch.matmul(output, W)
