# mistake: The values are projected by W_k, copied from the line above; W_v is never used.
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_k(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        z, weights = attend(q, k, v, mask)
        return self.W_o(merge_heads(z))
