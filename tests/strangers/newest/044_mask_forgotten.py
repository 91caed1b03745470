# mistake: No mask is handed over: every token sees the future.
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        q, k, v = map(lambda t: split_heads(t, self.n_heads), (q, k, v))
        z, _ = attend(q, k, v)
        return self.W_o(merge_heads(z))
