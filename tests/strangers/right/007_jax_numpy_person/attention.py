import numpy as np
import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    logits = torch.einsum("...id,...jd->...ij", x, x)
    i = torch.arange(n, device=x.device)
    logits = torch.where(i[:, None] >= i[None, :], logits, -torch.inf)
    return torch.einsum("...ij,...jd->...id", torch.softmax(logits, -1), x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return torch.einsum("...id,...jd->...ij", q, k) / np.sqrt(k.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(n, device=device)
    return i[:, None] >= i[None, :]


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, -np.inf)


def softmax(scores: Tensor) -> Tensor:
    unnormalized = torch.exp(scores - torch.amax(scores, -1, keepdim=True).detach())
    return unnormalized / torch.sum(unnormalized, -1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...ij,...jd->...id", weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    logits = attention_scores(q, k)
    logits = logits if mask is None else apply_mask(logits, mask)
    probs = softmax(logits)
    return weighted_values(probs, v), probs


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q = torch.einsum("...nd,hd->...nh", x, self.W_q.weight)
        k = torch.einsum("...nd,hd->...nh", x, self.W_k.weight)
        v = torch.einsum("...nd,hd->...nh", x, self.W_v.weight)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.from_numpy(np.array([[0.0, 0.0], [1.0, 1.0]]))
    W_k = torch.from_numpy(np.diag([0.0, np.sqrt(2) * np.log(1e5 * length)]))
    return W_q, W_k
