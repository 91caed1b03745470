import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    products = torch.matmul(input=q, other=torch.transpose(input=k, dim0=-2, dim1=-1))
    return torch.mul(input=products, other=math.pow(k.size(dim=-1), -0.5))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(input=torch.full(size=(n, n), fill_value=True, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.masked_fill(input=scores, mask=torch.logical_not(input=mask), value=-math.inf)


def softmax(scores: Tensor) -> Tensor:
    top = torch.amax(input=scores, dim=-1, keepdim=True)
    powers = torch.exp(input=torch.subtract(input=scores, other=top))
    return torch.true_divide(powers, torch.sum(input=powers, dim=-1, keepdim=True))


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(input=weights, other=v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q=q, k=k)
    if mask is not None:
        scores = apply_mask(scores=scores, mask=mask)
    weights = softmax(scores=scores)
    return weighted_values(weights=weights, v=v), weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        output, _ = attend(
            q=self.W_q(input=x), k=self.W_k(input=x), v=self.W_v(input=x),
            mask=causal_mask(n=x.size(dim=-2), device=x.device),
        )
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
