# mistake: The heads attend without the causal mask.
# tasks: 2.3
# line: multihead.py:47

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        def heads(t):
            return split_heads(t, self.n_heads)

        z, _ = attend(heads(self.W_q(x)), heads(self.W_k(x)), heads(self.W_v(x)))
        W_o = self.W_o.weight.T.unflatten(0, (self.n_heads, -1))
        return z @ W_o
