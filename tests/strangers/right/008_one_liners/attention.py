import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    return torch.stack([torch.softmax(x[..., :i + 1, :] @ x[..., i, :, None], -2).mT.matmul(x[..., :i + 1, :])[..., 0, :] for i in range(x.shape[-2])], -2)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.mT / k.shape[-1] ** .5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(n, n, device=device).tril().bool()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.where(mask, -math.inf)


def softmax(scores: Tensor) -> Tensor:
    return (e := (scores - scores.amax(-1, True)).exp()) / e.sum(-1, True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    return weighted_values(w := softmax(s if mask is None else apply_mask(s, mask)) if (s := attention_scores(q, k)) is not None else None, v), w


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], x.device))[0]


find_ones_weights = lambda length: (torch.tensor([[0., 0.], [1., 1.]]), torch.tensor([[0., 0.], [0., 1e3]]))
