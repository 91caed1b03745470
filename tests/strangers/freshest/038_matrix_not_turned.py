# mistake: x is multiplied by the weight of a projection without its transpose.
# tasks: 2.2
# line: multihead.py:35

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def _heads(self, x, layer):
        projected = x @ layer.weight
        return split_heads(projected, self.n_heads)

    def forward(self, x):
        q = self._heads(x, self.W_q)
        k = self._heads(x, self.W_k)
        v = self._heads(x, self.W_v)
        z = attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
        return self.W_o(merge_heads(z))
