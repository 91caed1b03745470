import math

import torch
from torch import Tensor, einsum, nn


def exists(val):
    return val is not None


def max_neg_value(t):
    return -torch.finfo(t.dtype).max


def simple_attention(x: Tensor) -> Tensor:
    n, device = x.shape[-2], x.device
    sim = einsum('... i d, ... j d -> ... i j', x, x)
    causal = torch.ones((n, n), dtype=torch.bool, device=device).triu(1)
    sim = sim.masked_fill(causal, max_neg_value(sim))
    attn = sim.softmax(dim=-1)
    return einsum('... i j, ... j d -> ... i d', attn, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = q.shape[-1] ** -0.5
    return einsum('... i d, ... j d -> ... i j', q * scale, k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.ones((n, n), dtype=torch.bool, device=device).triu(1)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, max_neg_value(scores))


def softmax(scores: Tensor) -> Tensor:
    sim = scores - scores.amax(dim=-1, keepdim=True).detach()
    sim = sim.exp()
    return sim / sim.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return einsum('... i j, ... j d -> ... i d', weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    sim = attention_scores(q, k)

    if exists(mask):
        sim = apply_mask(sim, mask)

    attn = softmax(sim)
    return weighted_values(attn, v), attn


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = map(lambda proj: proj(x), (self.W_q, self.W_k, self.W_v))
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    to_q = torch.tensor([[-1., -1.], [1., 1.]])
    to_k = 40. * torch.eye(2)
    return to_q, to_k
