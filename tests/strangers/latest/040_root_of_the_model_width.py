# mistake: The scores are divided by the root of d_model instead of a head's width.
# tasks: 2.2
# line: multihead.py:41

# ===== multihead.py =====
import math

import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n, d_model = x.shape[-2:]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(d_model))
        att = att.masked_fill(~causal_mask(n, x.device), float("-inf"))
        att = torch.softmax(att, dim=-1)
        return self.W_o(merge_heads(att @ v))
