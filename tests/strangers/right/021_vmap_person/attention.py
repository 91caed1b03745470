import math

import torch
from torch import Tensor, nn
from torch.func import vmap


def _batched(fn, n_tail, *tensors):
    lead = tensors[0].shape[:-n_tail]
    for _ in lead:
        fn = vmap(fn)
    return fn(*tensors)


def _one_sequence(x):
    s = x @ x.T
    n = x.shape[0]
    keep = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
    return torch.softmax(torch.where(keep, s, float("-inf")), dim=1) @ x


def simple_attention(x: Tensor) -> Tensor:
    return _batched(_one_sequence, 2, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return _batched(lambda a, b: torch.mm(a, b.t()) / math.sqrt(a.shape[1]), 2, q, k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return _batched(torch.mm, 2, weights, v)


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
