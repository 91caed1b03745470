import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

LOG2E = 1.4426950408889634


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # fold d^-1/4 into both sides
    s = k.shape[-1] ** -0.25
    return (q * s) @ (k * s).mT


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    p = torch.exp2((scores - scores.amax(-1, keepdim=True)) * LOG2E)
    return F.normalize(p, p=1.0, dim=-1)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return out


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
