# Queries, keys and values are split together, along one more dimension.
# 2.2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        qkv = torch.stack([self.W_q(x), self.W_k(x), self.W_v(x)])
        q, k, v = split_heads(qkv, self.n_heads)
        z, _ = attend(q, k, v, causal_mask(x.size(-2), x.device))
        return self.W_o(merge_heads(z))
