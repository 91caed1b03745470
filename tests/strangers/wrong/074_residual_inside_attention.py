# mistake: The residual connection of the block is made here already, so x is added to the layer's output.
# after: jadore801120's MultiHeadAttention adds the residual inside; copied into pre-norm blocks it is doubled
# tasks: 2.2
# line: multihead.py:34
# sentence: The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
# takes: merge_heads 3, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q, k, v = split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h)
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = self.W_o(merge_heads(heads))
        return out + x
