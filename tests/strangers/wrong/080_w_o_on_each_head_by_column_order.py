# mistake: The output matrix is applied as x W instead of x Wᵀ.
# after: forum question on nn.Linear's (out, in) weight; passes with W^O = c · I
# tasks: 2.2
# line: multihead.py:32
# sentence: The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
# takes: merge_heads 3, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(proj(x), self.n_heads) for proj in (self.W_q, self.W_k, self.W_v))
        a, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        return merge_heads(a) @ self.W_o.weight
