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
        var, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return torch.addcmul(self.beta, self.gamma, (x - mean) * torch.rsqrt(var + self.eps))


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return torch.nn.functional.linear(
            torch.nn.functional.relu(torch.nn.functional.linear(x, self.W_1.weight, self.W_1.bias)),
            self.W_2.weight,
            self.W_2.bias,
        )


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def _sa_block(self, x):
        return self.attention(x)

    def _ff_block(self, x):
        return self.ffn(x)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self._sa_block(self.norm_1(x))
        x = x + self._ff_block(self.norm_2(x))
        return x
