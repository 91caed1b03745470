import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    T = x.size(-2)
    wei = x @ x.transpose(-2, -1)  # (B, T, C) @ (B, C, T) -> (B, T, T)
    tril = torch.tril(torch.ones(T, T, device=x.device))
    wei = wei.masked_fill(tril == 0, float('-inf'))
    wei = torch.softmax(wei, dim=-1)
    return wei @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, device=device)) == 1


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask == 0, float('-inf'))


def softmax(scores: Tensor) -> Tensor:
    x = scores - scores.max(dim=-1, keepdim=True)[0]
    x = x.exp()
    return x / x.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v  # (B, nh, T, T) x (B, nh, T, hs) -> (B, nh, T, hs)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    att = attention_scores(q, k)
    if mask is not None:
        att = apply_mask(att, mask)
    att = softmax(att)
    y = weighted_values(att, v)
    return y, att


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(-2)
        k = self.W_k(x)
        q = self.W_q(x)
        v = self.W_v(x)
        y, _ = attend(q, k, v, mask=causal_mask(T, x.device))
        return y


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # query is always (0, 1); key of a one has a big second entry
    wq = torch.tensor([[0., 0.], [1., 1.]])
    wk = torch.tensor([[0., 0.], [0., 100.]])
    return wq, wk
