import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    seq_len = x.shape[-2]
    mask = torch.tril(torch.ones(seq_len, seq_len, dtype=x.dtype, device=x.device))
    scores = torch.matmul(x, x.transpose(-1, -2))
    scores = scores + (1.0 - mask) * -1e9
    attn = torch.nn.functional.softmax(scores, dim=-1)
    return torch.matmul(attn, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + (1.0 - mask.to(scores.dtype)) * -1e9


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)
    attn = softmax(apply_mask(attention_scores(q, k), mask))
    context = weighted_values(attn, v)
    return context, attn


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        seq_len = x.shape[-2]
        mask = causal_mask(seq_len, x.device)
        context, attn = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return context


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
