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
        # calculate the forward pass
        xmean = x.mean(-1, keepdim=True)  # token mean
        xvar = ((x - xmean) ** 2).mean(-1, keepdim=True)  # token variance (biased)
        xhat = (x - xmean) / torch.sqrt(xvar + self.eps)
        self.out = None
        return self.gamma * xhat + self.beta


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        net = (self.W_1, nn.ReLU(), self.W_2)
        for layer in net:
            x = layer(x)
        return x


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))  # communication
        x = x + self.ffn(self.norm_2(x))  # computation
        return x
