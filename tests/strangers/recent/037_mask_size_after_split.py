# mistake: n is read from dimension 1 after the split, which is the number of heads when there is a batch; the mask must be n x n with n the number of tokens.
# tasks: 2.2
# line: multihead.py:37, 38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        n = q.shape[1]
        mask = causal_mask(n, x.device)
        z, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(z))
