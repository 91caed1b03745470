import torch
import torch.nn.functional as F
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        d = x.size(-1)
        mu = x.sum(dim=-1, keepdim=True) / d
        sigma_squared = ((x - mu) * (x - mu)).sum(dim=-1, keepdim=True) / d
        z = (x - mu) / torch.sqrt(sigma_squared + self.eps)
        return self.gamma * z + self.beta


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(F.threshold(self.W_1(x), 0.0, 0.0))


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        t = {}
        t[1] = self.norm_1(x)
        t[2] = self.attention(t[1])
        t[3] = t[2] + x
        t[4] = self.norm_2(t[3])
        t[5] = self.ffn(t[4])
        return t[5] + t[3]
