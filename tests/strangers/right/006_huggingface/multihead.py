from typing import Tuple

import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    new_shape = x.size()[:-1] + (n_heads, d // n_heads)
    tensor = x.reshape(new_shape)
    return tensor.transpose(-3, -2)  # (batch, head, seq_length, head_features)


def merge_heads(x: Tensor) -> Tensor:
    tensor = x.transpose(-3, -2).contiguous()
    new_shape = tensor.size()[:-2] + (tensor.size(-2) * tensor.size(-1),)
    return tensor.view(new_shape)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width")
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def _shape(self, hidden_states: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        query = split_heads(self.W_q(hidden_states), self.n_heads)
        key = split_heads(self.W_k(hidden_states), self.n_heads)
        value = split_heads(self.W_v(hidden_states), self.n_heads)
        return query, key, value

    def _attn(self, hidden_states: Tensor) -> Tuple[Tensor, Tensor]:
        query, key, value = self._shape(hidden_states)
        attention_mask = causal_mask(hidden_states.shape[-2], device=hidden_states.device)
        return attend(query, key, value, attention_mask)

    def forward(self, x: Tensor) -> Tensor:
        attn_output, attn_weights = self._attn(x)
        attn_output = merge_heads(attn_output)
        attn_output = self.W_o(attn_output)
        return attn_output

    def head_contributions(self, x: Tensor) -> Tensor:
        attn_output, _ = self._attn(x)
        head_dim = attn_output.shape[-1]
        per_head = []
        for head_output, weight in zip(attn_output.unbind(dim=-3), self.W_o.weight.split(head_dim, dim=1)):
            per_head.append(nn.functional.linear(head_output, weight))
        return torch.stack(per_head, dim=-3)
