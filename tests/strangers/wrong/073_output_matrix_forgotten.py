# mistake: The merged heads are returned as they are: W^O is never applied.
# after: frequent omission in from-scratch notebooks (the concat is returned)
# tasks: 2.2
# line: multihead.py:37
# sentence: The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
# takes: split_heads 3, merge_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        return merge_heads(heads)
