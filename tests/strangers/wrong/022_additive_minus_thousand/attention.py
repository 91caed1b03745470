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
    i = torch.arange(n, device=device)
    return i[None, :] <= i[:, None]


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    bias = torch.zeros_like(scores).masked_fill(~mask, -1000.0)
    return scores + bias


def softmax(scores: Tensor) -> Tensor:
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return exps / exps.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...nm,...md->...nd", weights, v)


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
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    s = math.sqrt(2) * math.log(2000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]])
    return W_q, W_k
