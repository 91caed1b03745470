from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor, nn

NEGATIVE_INFINITY: Final[float] = float("-inf")
_LAST: Final[int] = -1


def _transpose_last_two_dimensions(tensor: Tensor) -> Tensor:
    return tensor.transpose(-2, -1)


def simple_attention(x: Tensor) -> Tensor:
    number_of_tokens: int = x.shape[-2]
    similarity: Tensor = torch.matmul(x, _transpose_last_two_dimensions(x))
    visible: Tensor = causal_mask(number_of_tokens, device=x.device)
    masked_similarity: Tensor = similarity.masked_fill(torch.logical_not(visible), NEGATIVE_INFINITY)
    attention_weights: Tensor = torch.softmax(masked_similarity, dim=_LAST)
    return torch.matmul(attention_weights, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    key_dimension: int = k.shape[_LAST]
    assert q.shape[_LAST] == key_dimension
    scale: float = 1.0 / math.sqrt(key_dimension)
    return torch.matmul(q, _transpose_last_two_dimensions(k)).mul(scale)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    everything_visible: Tensor = torch.ones((n, n), dtype=torch.bool, device=device)
    return torch.tril(everything_visible, diagonal=0)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden: Tensor = torch.logical_not(mask)
    return torch.masked_fill(scores, hidden, NEGATIVE_INFINITY)


def softmax(scores: Tensor) -> Tensor:
    row_maximum, _ = torch.max(scores, dim=_LAST, keepdim=True)
    exponentials: Tensor = torch.exp(torch.sub(scores, row_maximum))
    normaliser: Tensor = torch.sum(exponentials, dim=_LAST, keepdim=True)
    return torch.div(exponentials, normaliser)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    assert weights.shape[-1] == v.shape[-2]
    return torch.matmul(weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores: Tensor = attention_scores(q, k)
    masked_scores: Tensor = scores if mask is None else apply_mask(scores, mask)
    weights: Tensor = softmax(masked_scores)
    output: Tensor = weighted_values(weights, v)
    return output, weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def _project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.W_q(x), self.W_k(x), self.W_v(x)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self._project(x)
        mask: Tensor = causal_mask(x.shape[-2], device=x.device)
        output, _weights = attend(queries, keys, values, mask)
        return output


def _required_score(length: int, leak: float) -> float:
    # one 1 against (length - 1) zeros: e^s / (e^s + length - 1) >= 1 - leak
    return math.log((1.0 - leak) / leak * max(length - 1, 1))


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    score: float = _required_score(length, leak=1e-6)
    query_matrix: Tensor = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    key_matrix: Tensor = torch.tensor([[0.0, 0.0], [0.0, score * math.sqrt(2.0)]], dtype=torch.float64)
    return query_matrix, key_matrix
