import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    if x.dim() > 2:
        # do every sequence of the batch by itself
        results = []
        for sequence in x:
            results.append(simple_attention(sequence))
        return torch.stack(results)
    n = x.shape[0]
    answer = []
    for i in range(n):
        scores = []
        for j in range(i + 1):
            scores.append(torch.dot(x[i], x[j]))
        scores = torch.stack(scores)
        alpha = torch.softmax(scores, dim=0)
        total = torch.zeros_like(x[i])
        for j in range(i + 1):
            total = total + alpha[j] * x[j]
        answer.append(total)
    return torch.stack(answer)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    if q.dim() > 2:
        return torch.stack([attention_scores(q[b], k[b]) for b in range(q.shape[0])])
    rows = []
    for i in range(q.shape[0]):
        row = []
        for j in range(k.shape[0]):
            row.append((q[i] * k[j]).sum() / math.sqrt(k.shape[1]))
        rows.append(torch.stack(row))
    return torch.stack(rows)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    for i in range(n):
        for j in range(n):
            if j <= i:
                mask[i, j] = True
    return mask


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    minus_infinity = torch.full_like(scores, -math.inf)
    return torch.where(mask, scores, minus_infinity)


def softmax(scores: Tensor) -> Tensor:
    if scores.dim() > 1:
        rows = []
        for row in scores:
            rows.append(softmax(row))
        return torch.stack(rows)
    biggest = scores.max()
    exps = torch.exp(scores - biggest)
    total = exps.sum()
    return exps / total


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    total = 0
    for j in range(v.shape[-2]):
        # column of weights times row of values
        total = total + weights[..., :, j].unsqueeze(-1) * v[..., j, :].unsqueeze(-2)
    return total


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        q = self.W_q(x)
        k = self.W_k(x)
        v = self.W_v(x)
        mask = causal_mask(n, x.device)
        output, weights = attend(q, k, v, mask)
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # I want every query to be (0, 1) and the key of a 1 to be (0, big)
    # need e^(big/sqrt2) > 999 * length
    big = 0.0
    while math.exp(big / math.sqrt(2)) < 10000 * length:
        big = big + 1.0
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, big]])
    return W_q, W_k
