import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        mu = 0
        for i in range(d):
            mu = mu + x[..., i]
        mu = mu / d
        sigma2 = 0
        for i in range(d):
            sigma2 = sigma2 + (x[..., i] - mu) ** 2
        sigma2 = sigma2 / d
        features = []
        for i in range(d):
            z = (x[..., i] - mu) / torch.sqrt(sigma2 + self.eps)
            features.append(self.gamma[i] * z + self.beta[i])
        return torch.stack(features, dim=-1)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.W_1(x)
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        out = self.W_2(hidden)
        return out


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        h = t5 + t3
        return h
