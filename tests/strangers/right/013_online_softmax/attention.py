import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = []
    for i in range(n):
        xi = x[..., i, :]
        m = (xi * x[..., 0, :]).sum(-1, keepdim=True)
        l = torch.ones_like(m)
        acc = x[..., 0, :]
        for j in range(1, i + 1):
            s = (xi * x[..., j, :]).sum(-1, keepdim=True)
            m_new = torch.maximum(m, s)
            corr = torch.exp(m - m_new)
            p = torch.exp(s - m_new)
            l = l * corr + p
            acc = acc * corr + p * x[..., j, :]
            m = m_new
        rows.append(acc / l)
    return torch.stack(rows, dim=-2)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    # one pass for max and denominator (Milakov & Gimelshein), second pass normalises
    m = torch.full_like(scores[..., :1], torch.finfo(scores.dtype).min)
    l = torch.zeros_like(m)
    for s in scores.detach().split(1, dim=-1):
        m_new = torch.maximum(m, s)
        l = l * torch.exp(m - m_new) + torch.exp(s - m_new)
        m = m_new
    p = torch.exp(scores - m)
    return p / p.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    out = weights[..., 0:1] * v[..., 0:1, :]
    for j in range(1, v.shape[-2]):
        out = out + weights[..., j:j + 1] * v[..., j:j + 1, :]
    return out


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
