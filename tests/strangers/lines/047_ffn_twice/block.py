import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn

class LayerNorm(nn.Module):

    def __init__(self, d_model: int, eps: float=1e-05) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = (centred ** 2).mean(dim=-1, keepdim=True)
        normalised = centred / torch.sqrt(variance + self.eps)
        return self.gamma * normalised + self.beta

class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.W_1(x))
        return self.W_2(hidden)

class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        t = self.norm_1(x)
        t = self.attention(t)
        x = x + t
        u = self.norm_2(x)
        u = self.ffn(u)
        u = self.ffn(u)
        return x + u
