import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    num_steps = x.shape[-2]
    outputs = []
    for t in range(num_steps):
        query = x[..., t:t + 1, :]
        keys = x[..., :t + 1, :]
        attention_weights = torch.softmax((query * keys).sum(dim=-1), dim=-1)
        outputs.append((attention_weights.unsqueeze(-1) * keys).sum(dim=-2))
    return torch.stack(outputs, dim=-2)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d = q.shape[-1]
    return torch.matmul(q, k.swapaxes(-2, -1)) / math.sqrt(d)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    steps = torch.arange(n, device=device)
    valid_lens = steps + 1
    return steps[None, :] < valid_lens[:, None]


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    X = scores.clone()
    X[~mask.expand_as(X)] = -1e6
    return X


def softmax(scores: Tensor) -> Tensor:
    X_exp = torch.exp(scores - scores.max(-1, keepdims=True).values)
    partition = X_exp.sum(-1, keepdims=True)
    return X_exp / partition


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(weights, v)


def masked_softmax(X, mask):
    if mask is None:
        return softmax(X)
    return softmax(apply_mask(X, mask))


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    attention_weights = masked_softmax(attention_scores(q, k), mask)
    return weighted_values(attention_weights, v), attention_weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        num_steps = x.shape[-2]
        self.attention_weights = None
        Y, self.attention_weights = attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(num_steps, x.device))
        return Y


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.zeros(2, 2)
    W_q[1, :] = 1
    W_k = torch.zeros(2, 2)
    W_k[1, 1] = 2 * math.log(1000 * length) + 1
    return W_q, W_k
