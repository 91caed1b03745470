# mistake: Y is (.., heads, tokens, width) and is viewed as x's shape without moving the heads back.
# tasks: 2.2
# line: multihead.py:42

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], x.device)
        y, _ = attend(
            split_heads(self.W_q(x), self.n_heads),
            split_heads(self.W_k(x), self.n_heads),
            split_heads(self.W_v(x), self.n_heads),
            mask,
        )
        y = y.contiguous().view(x.shape)
        return self.W_o(y)
