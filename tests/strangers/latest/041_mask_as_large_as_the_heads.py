# mistake: After the split, dimension 1 is the heads (with a batch), so the mask has the size of the heads.
# tasks: 2.2
# line: multihead.py:38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        n = q.size(1)
        out, _ = attend(q, k, v, mask=causal_mask(n, x.device))
        return self.W_o(merge_heads(out))
