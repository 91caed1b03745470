# mistake: The causal mask is used in training mode only. Both modes have to give the same result, and every head is causal.
# tasks: 2.2
# line: multihead.py:37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        heads = self.n_heads
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        # when we generate there is no future to hide
        mask = causal_mask(x.size(-2), x.device) if self.training else None
        z = attend(split_heads(q, heads), split_heads(k, heads), split_heads(v, heads), mask)[0]
        return self.W_o(merge_heads(z))
