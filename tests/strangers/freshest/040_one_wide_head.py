# mistake: Queries, keys and values are never split: there is one head of full width.
# tasks: 2.2
# line: multihead.py:35, 36, 37, 39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        mixed, _ = attend(queries, keys, values, mask)
        return self.W_o(mixed)
