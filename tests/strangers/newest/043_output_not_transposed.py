# mistake: The weight of W_o is used without its transpose.
# tasks: 2.2
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        heads = [split_heads(lin(x), self.n_heads) for lin in (self.W_q, self.W_k, self.W_v)]
        z, _ = attend(*heads, causal_mask(x.shape[-2], x.device))
        concat = merge_heads(z)
        return concat @ self.W_o.weight
