# mistake: The mask has the size of dimension 1 of the split queries, which is the number of heads.
# tasks: 2.2
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(q.shape[1], q.device)
        z, w = attend(q, k, v, mask)
        return self.W_o(merge_heads(z))
