import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.size(-2)
    s = x @ x.transpose(-1, -2)
    allowed = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    s = s.masked_fill(~allowed, float("-inf"))
    return torch.softmax(s, dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return torch.einsum("...nd,...md->...nm", q, k) * k.size(-1) ** -0.5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, device=device), diagonal=1) == 1


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.amax(-1, keepdim=True)
    e = shifted.exp()
    return e / e.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...nm,...md->...nd", weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = attention_scores(q, k)
    alpha = softmax(s if mask is None else apply_mask(s, mask))
    out = weighted_values(alpha, v)
    return out, alpha


class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        n = x.size(-2)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask=causal_mask(n, x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # 100 / sqrt(2) = 70.7, and e^70 beats any 100,000 zeros
    W_q = torch.tensor([[0.0, 0.0], [10.0, 10.0]])
    W_k = 10.0 * torch.eye(2)
    return W_q, W_k
