import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def _statistics(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mean: Tensor = torch.mean(x, dim=-1, keepdim=True)
        variance: Tensor = torch.var(x, dim=-1, keepdim=True, correction=0)
        return mean, variance

    def forward(self, x: Tensor) -> Tensor:
        mean, variance = self._statistics(x)
        normalised: Tensor = torch.div(x - mean, torch.sqrt(variance + self.eps))
        return torch.add(torch.mul(self.gamma, normalised), self.beta)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden: Tensor = self.W_1(x)
        activated: Tensor = torch.nn.functional.relu(hidden, inplace=False)
        return self.W_2(activated)


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        stream_after_attention: Tensor = x + self.attention(self.norm_1(x))
        stream_after_ffn: Tensor = stream_after_attention + self.ffn(self.norm_2(stream_after_attention))
        return stream_after_ffn
