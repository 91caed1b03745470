import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = torch.sqrt(torch.tensor(k.shape[-1], dtype=q.dtype, device=q.device))
    return torch.matmul(q, torch.transpose(k, -1, -2)) / scale


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    scores = scores - torch.max(scores, -1, keepdim=True)[0]
    return torch.exp(scores) / torch.exp(scores).sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = torch.matmul(q, k.transpose(-1, -2)) / q.size(-1) ** 0.5
    if mask is not None:
        s = s.masked_fill(mask == False, float("-inf"))  # noqa: E712
    w = torch.softmax(s, dim=-1)
    return torch.matmul(w, v), w


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        m = torch.tril(torch.ones(n, n)).to(device=x.device, dtype=torch.bool)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), m)[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
