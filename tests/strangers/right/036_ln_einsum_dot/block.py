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
        # P = I - 11^T/d projects onto the vectors of mean 0
        one = torch.ones(d, dtype=x.dtype, device=x.device)
        c = x - (x @ one / d).unsqueeze(-1)
        c = c - (c @ one / d).unsqueeze(-1)  # once more against rounding
        var = torch.einsum("...d,...d->...", c, c).unsqueeze(-1) / d
        return c * (var + self.eps).pow(-0.5) * self.gamma + self.beta


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        h = x @ self.W_1.weight.T + self.W_1.bias
        h = h * (h > 0)
        return h @ self.W_2.weight.T + self.W_2.bias


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        delta = self.attention(self.norm_1(x))
        mid = torch.add(x, delta)
        return torch.add(mid, self.ffn(self.norm_2(mid)))
