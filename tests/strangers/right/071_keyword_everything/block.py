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
        mean = torch.mean(input=x, dim=-1, keepdim=True)
        var = torch.var(input=x, dim=-1, correction=0, keepdim=True)
        z = torch.div(input=torch.sub(input=x, other=mean), other=torch.sqrt(input=torch.add(input=var, other=self.eps)))
        return torch.add(input=torch.mul(input=self.gamma, other=z), other=self.beta)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(input=torch.relu(input=self.W_1(input=x)))


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        after_attention = torch.add(input=self.attention(x=self.norm_1(x=x)), other=x)
        return torch.add(input=self.ffn(x=self.norm_2(x=after_attention)), other=after_attention)
