# mistake: The input is added to the output of W^O. The residual belongs to the block; here the output is [Z_0 …](W^O)ᵀ alone.
# tasks: 2.2
# line: multihead.py:40

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        z, _ = attend(q, k, v, causal_mask(n, x.device))
        update = self.W_o(merge_heads(z))
        return x + update
