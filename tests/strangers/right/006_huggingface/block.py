import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        u = hidden_states.mean(-1, keepdim=True)
        s = (hidden_states - u).pow(2).mean(-1, keepdim=True)
        hidden_states = (hidden_states - u) / torch.sqrt(s + self.eps)
        return self.gamma * hidden_states + self.beta


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = self.W_1(x)
        hidden_states = nn.functional.relu(hidden_states)
        hidden_states = self.W_2(hidden_states)
        return hidden_states


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        residual = hidden_states
        hidden_states = self.norm_1(hidden_states)
        attn_output = self.attention(hidden_states)
        # residual connection
        hidden_states = attn_output + residual

        residual = hidden_states
        hidden_states = self.norm_2(hidden_states)
        feed_forward_hidden_states = self.ffn(hidden_states)
        # residual connection
        hidden_states = residual + feed_forward_hidden_states
        return hidden_states
