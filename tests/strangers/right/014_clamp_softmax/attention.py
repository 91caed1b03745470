import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    idx = torch.arange(n, device=device)
    return torch.le(idx.unsqueeze(0), idx.unsqueeze(1))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    fill = torch.tensor(torch.finfo(scores.dtype).min, dtype=scores.dtype, device=scores.device)
    return torch.where(mask, scores, fill)


def softmax(scores: Tensor) -> Tensor:
    lowest = torch.finfo(scores.dtype).min
    hidden = torch.isneginf(scores)
    safe = scores.clamp(min=lowest)
    top = safe.amax(dim=-1, keepdim=True)
    weights = (safe - top).exp()
    weights = torch.where(hidden, torch.zeros_like(weights), weights)
    total = weights.sum(dim=-1, keepdim=True).clamp(min=torch.finfo(scores.dtype).tiny)
    return weights / total


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
    need = math.log(length * 1e8)
    each = math.sqrt(need * math.sqrt(2))  # share the boost between query and key
    W_q = torch.tensor([[0.0, 0.0], [each, each]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, each]])
    return W_q, W_k
