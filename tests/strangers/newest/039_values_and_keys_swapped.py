# mistake: The projections are listed in the wrong order: keys and values are swapped.
# tasks: 2.2
# line: multihead.py:35

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        projections = [self.W_q, self.W_v, self.W_k]
        q, k, v = [split_heads(p(x), self.n_heads) for p in projections]
        z = attend(q, k, v, causal_mask(x.size(-2), device=x.device))[0]
        return self.W_o(merge_heads(z))
