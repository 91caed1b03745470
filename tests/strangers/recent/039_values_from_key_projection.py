# mistake: The values are split from the key projection, so W_v takes no part; V is X(W^V) transposed.
# tasks: 2.2
# line: multihead.py:41

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        # 1. project
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_v(x)
        # 2. cut into heads
        query_heads = split_heads(queries, self.n_heads)
        key_heads = split_heads(keys, self.n_heads)
        value_heads = split_heads(keys, self.n_heads)
        # 3. attend, looking back only
        mask = causal_mask(x.shape[-2], device=x.device)
        found, _weights = attend(query_heads, key_heads, value_heads, mask)
        # 4. merge and write back
        return self.W_o(merge_heads(found))
