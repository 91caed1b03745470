# mistake: W_o is applied to the values before attention instead of to the merged heads after it.
# after: steps in the wrong order: the output projection too early
# tasks: 2.2
# line: multihead.py:162
# takes: split_heads 3, merge_heads 3, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_o(self.W_v(x)), self.n_heads)
        heads, _ = attend(q, k, v, causal_mask(n, x.device))
        return merge_heads(heads)
