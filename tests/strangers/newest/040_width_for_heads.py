# mistake: The width of a head is handed over as the number of heads.
# tasks: 2.2
# line: multihead.py:36, 37, 38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        d_head = x.shape[-1] // self.n_heads
        q = split_heads(self.W_q(x), d_head)
        k = split_heads(self.W_k(x), d_head)
        v = split_heads(self.W_v(x), d_head)
        mixed, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return self.W_o(merge_heads(mixed))
