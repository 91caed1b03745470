import math

import torch
from torch import Tensor, nn


def arange(n, like):
    return torch.arange(n, device=like.device)


def simple_attention(x: Tensor) -> Tensor:
    i = arange(x.shape[-2], x)
    dots = (x[..., :, None, :] * x[..., None, :, :]).sum(-1)
    dots = torch.where(i[None, :] <= i[:, None], dots, float("-inf"))
    e = torch.exp(dots - dots.amax(-1)[..., None])
    return (e @ x) / e.sum(-1)[..., None]


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return (q[..., :, None, :] * k[..., None, :, :]).sum(-1) / k.shape[-1] ** 0.5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    # a one that was switched on stays on
    return torch.eye(n, dtype=torch.int64, device=device).cumsum(0) == 1


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, torch.tensor(float("-inf"), dtype=scores.dtype, device=scores.device))


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return (weights[..., None] * v[..., None, :, :]).sum(-2)


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
