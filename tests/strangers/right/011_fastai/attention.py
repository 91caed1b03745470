import math

import torch
from torch import Tensor, nn

inf = float('inf')


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    s = x @ x.transpose(-1, -2)
    m = torch.triu(x.new_ones(n, n), diagonal=1).bool()
    return s.masked_fill(m, -inf).softmax(-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor: return (q @ k.transpose(-1, -2)).div(math.sqrt(q.shape[-1]))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.ones(n, n, device=device), diagonal=1).bool().logical_not()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor: return scores.masked_fill(mask.logical_not(), -inf)


def softmax(scores: Tensor) -> Tensor:
    e = (scores - scores.max(-1, keepdim=True)[0]).exp_()
    return e.div(e.sum(-1, keepdim=True))


def weighted_values(weights: Tensor, v: Tensor) -> Tensor: return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = attention_scores(q, k)
    if mask is not None: s = apply_mask(s, mask)
    a = softmax(s)
    return weighted_values(a, v), a


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    wq, wk = torch.zeros(2, 2), torch.zeros(2, 2)
    wq[0] = 1.
    wk[0, 0], wk[0, 1] = -25., 25.
    return wq, wk
