import math

import torch
from torch import Tensor, nn


def subsequent_mask(size, device=None):
    # Mask out subsequent positions.
    attn_shape = (size, size)
    mask = torch.triu(torch.ones(attn_shape, device=device), diagonal=1).type(torch.uint8)
    return mask == 0


def simple_attention(x: Tensor) -> Tensor:
    scores = torch.matmul(x, x.transpose(-2, -1))
    scores = scores.masked_fill(subsequent_mask(x.size(-2), x.device) == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    return torch.matmul(p_attn, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = q.size(-1)
    return torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return subsequent_mask(n, device)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask == 0, -1e9)


def softmax(scores: Tensor) -> Tensor:
    exp_scores = torch.exp(scores - torch.max(scores, dim=-1, keepdim=True).values)
    return exp_scores / torch.sum(exp_scores, dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    # Compute 'Scaled Dot Product Attention'
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    p_attn = softmax(scores)
    return weighted_values(p_attn, v), p_attn


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        query, key, value = [lin(x) for lin in (self.W_q, self.W_k, self.W_v)]
        x, self_attn = attend(query, key, value, mask=subsequent_mask(x.size(-2), x.device))
        return x


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    boost = math.sqrt(2) * (math.log(length) + math.log(1e6))
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = boost * torch.eye(2)
    return W_q, W_k
