from functools import reduce

import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


def zscore(x, eps):
    mu = x.mean(-1, keepdim=True)
    dev = x - mu
    return dev / dev.square().mean(-1, keepdim=True).add(eps).sqrt()


def compose(*fs):
    return reduce(lambda f, g: lambda x: g(f(x)), fs)


def residual(f):
    return lambda x: x + f(x)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return zscore(x, self.eps).mul(self.gamma).add(self.beta)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return compose(self.W_1, torch.relu, self.W_2)(x)


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        return compose(
            residual(compose(self.norm_1, self.attention)),
            residual(compose(self.norm_2, self.ffn)),
        )(x)
