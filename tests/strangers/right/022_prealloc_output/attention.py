import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    out = torch.zeros_like(x)
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        s = (past @ x[..., i, :].unsqueeze(-1)).squeeze(-1)
        s = s - s.max(dim=-1, keepdim=True).values
        a = s.exp() / s.exp().sum(dim=-1, keepdim=True)
        out[..., i, :] = (a.unsqueeze(-1) * past).sum(dim=-2)
    return out


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((n, n), dtype=torch.bool, device=device)
    for i in range(n):
        mask[i, : i + 1] = True
    return mask


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    masked = torch.clone(scores)
    full_mask = torch.broadcast_to(mask, scores.shape)
    masked[full_mask == False] = float("-inf")  # noqa: E712
    return masked


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


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
    # solve W_q * [1 0; 0 1] = [0 0; 1 1]
    E = torch.eye(2)
    Q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    K = torch.tensor([[0.0, 0.0], [0.0, 1.0]]) * (15.0 * math.sqrt(2) + math.sqrt(2) * math.log(length))
    return torch.linalg.solve(E, Q).T, torch.linalg.solve(E, K).T
