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
        m = x.mean(dim=-1, keepdim=True)
        v = x.var(dim=-1, keepdim=True, correction=0)
        s = torch.sqrt(v + self.eps)
        top = x * self.gamma - m
        return top / s + self.beta

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
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + t3
