# mistake: The heads are reshaped straight back, without the swap: tokens are mixed.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        y, att = attend(q, k, v, mask=causal_mask(x.shape[-2], x.device))
        y = y.reshape(x.shape)
        return self.W_o(y)
