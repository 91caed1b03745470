# mistake: The queries are scaled before `attend`, which scales again.
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        mask = causal_mask(x.shape[-2], x.device)
        q, k, v = (split_heads(proj(x), self.n_heads) for proj in (self.W_q, self.W_k, self.W_v))
        q = q * q.shape[-1] ** -0.5
        out, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(out))
