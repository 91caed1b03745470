import math
from typing import Optional, Tuple

import torch
from torch import Tensor, nn


def _prepare_4d_causal_attention_mask(query_length: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    min_dtype = torch.finfo(dtype).min
    mask = torch.full((query_length, query_length), fill_value=min_dtype, dtype=dtype, device=device)
    if query_length != 1:
        mask = torch.triu(mask, diagonal=1)
    else:
        mask = torch.zeros_like(mask)
    return mask


def simple_attention(x: Tensor) -> Tensor:
    attn_weights = torch.matmul(x, x.transpose(-1, -2))
    attn_weights = attn_weights + _prepare_4d_causal_attention_mask(x.shape[-2], x.dtype, x.device)
    attn_weights = nn.functional.softmax(attn_weights, dim=-1)
    return torch.matmul(attn_weights, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    attn_weights = torch.matmul(q, k.transpose(-1, -2))
    attn_weights = attn_weights / torch.full(
        [], k.size(-1) ** 0.5, dtype=attn_weights.dtype, device=attn_weights.device
    )
    return attn_weights


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones((n, n), dtype=torch.bool, device=device)).view(n, n)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    mask_value = torch.finfo(scores.dtype).min
    # Need to be a tensor, otherwise we get error: `RuntimeError: expected scalar type float but found double`.
    mask_value = torch.full([], mask_value, dtype=scores.dtype, device=scores.device)
    return torch.where(mask, scores.to(scores.dtype), mask_value)


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - torch.amax(scores, dim=-1, keepdim=True)
    numerator = torch.exp(shifted)
    denominator = numerator.sum(dim=-1, keepdim=True)
    return numerator / denominator


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    weights = weights.type(v.dtype)
    return torch.matmul(weights, v)


def attend(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: Optional[torch.Tensor] = None
) -> Tuple[torch.Tensor, torch.Tensor]:
    attn_weights = attention_scores(q, k)
    if mask is not None:
        attn_weights = apply_mask(attn_weights, mask)
    attn_weights = softmax(attn_weights)
    attn_output = weighted_values(attn_weights, v)
    return attn_output, attn_weights


class AttentionHead(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        query_states = self.W_q(hidden_states)
        key_states = self.W_k(hidden_states)
        value_states = self.W_v(hidden_states)
        attention_mask = causal_mask(hidden_states.size(-2), device=hidden_states.device)
        attn_output, _ = attend(query_states, key_states, value_states, attention_mask)
        return attn_output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    margin = math.log(length / 1e-4)
    query_weight = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float32)
    key_weight = torch.tensor([[0.0, 0.0], [-margin * math.sqrt(2.0), margin * math.sqrt(2.0)]], dtype=torch.float32)
    return query_weight, key_weight
