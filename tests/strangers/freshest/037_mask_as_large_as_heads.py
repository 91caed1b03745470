# mistake: The mask takes its size from dimension −3 of the split queries, which is the number of heads.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        h = self.n_heads
        q = split_heads(self.W_q(x), h)
        k = split_heads(self.W_k(x), h)
        v = split_heads(self.W_v(x), h)
        n_tokens = q.shape[-3]
        mask = causal_mask(n_tokens, x.device)
        out, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(out))
