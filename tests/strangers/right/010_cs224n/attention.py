import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    ### YOUR CODE HERE (~8 lines)
    n = x.size(-2)
    a = []
    for t in range(n):
        e_t = torch.matmul(x[..., :t + 1, :], x[..., t, :].unsqueeze(-1)).squeeze(-1)   # (..., t+1)
        alpha_t = nn.functional.softmax(e_t, dim=-1)
        a_t = torch.matmul(alpha_t.unsqueeze(-2), x[..., :t + 1, :]).squeeze(-2)        # (..., d)
        a.append(a_t)
    return torch.stack(a, dim=-2)
    ### END YOUR CODE


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    ### YOUR CODE HERE
    d_k = q.size(-1)
    e = torch.matmul(q / math.sqrt(d_k), k.transpose(-1, -2))
    return e
    ### END YOUR CODE


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(n, n, dtype=torch.uint8, device=device).tril().to(torch.bool)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    e = scores.clone()
    e = e.masked_fill_((~mask).expand_as(e), -float('inf'))
    return e


def softmax(scores: Tensor) -> Tensor:
    m, _ = scores.max(dim=-1, keepdim=True)     # for numerical stability
    e = torch.exp(scores - m)
    alpha = e / e.sum(dim=-1).unsqueeze(-1)
    return alpha


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    e_t = attention_scores(q, k)
    if mask is not None:
        e_t = apply_mask(e_t, mask)
    alpha_t = softmax(e_t)
    a_t = weighted_values(alpha_t, v)
    return a_t, alpha_t


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q = self.W_q(x)     # (b, n, h)
        k = self.W_k(x)     # (b, n, h)
        v = self.W_v(x)     # (b, n, h)
        a, alpha = attend(q, k, v, causal_mask(x.size(-2), device=x.device))
        return a


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    beta = 10 + 2 * math.log(1000 * length)
    W_q = torch.ones(2, 2)
    W_k = torch.tensor([[0.0, beta / 2], [0.0, beta / 2]])
    return W_q, W_k
