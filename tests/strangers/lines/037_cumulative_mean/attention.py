import math
import torch
from torch import Tensor, nn

def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    counts = torch.arange(1, n + 1, device=x.device, dtype=x.dtype)
    sums = torch.cumsum(x, dim=-2)
    return sums / counts[:, None]

def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)

def causal_mask(n: int, device: torch.device | str | None=None) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()

def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, -math.inf)

def softmax(scores: Tensor) -> Tensor:
    largest = scores.amax(dim=-1, keepdim=True).detach()
    exps = torch.exp(scores - largest)
    return exps / exps.sum(dim=-1, keepdim=True)

def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v

def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None=None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return (weighted_values(weights, v), weights)

class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.W_q(x), self.W_k(x), self.W_v(x))
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output

def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    score_of_a_one = math.log(10000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)
    return (W_q, W_k)
