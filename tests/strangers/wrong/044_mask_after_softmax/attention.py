import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    out = torch.empty_like(x)
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        w = torch.softmax(torch.einsum("...d,...jd->...j", x[..., i, :], past), dim=-1)
        out[..., i, :] = torch.einsum("...j,...jd->...d", w, past)
    return out


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    raw = torch.matmul(q, k.mT)
    return raw / k.shape[-1] ** 0.5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.ones(n, n, device=device).triu(diagonal=1).bool()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = torch.logical_not(mask)
    return torch.masked_fill(scores, hidden, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return exps / exps.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    weights = softmax(attention_scores(q, k))
    if mask is not None:
        weights = weights * mask
    return weighted_values(weights, v), weights


class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    s = math.sqrt(2) * math.log(2000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]])
    return W_q, W_k
