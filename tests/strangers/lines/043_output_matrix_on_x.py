# mistake: W^O is applied to the values before attention, not to the merged heads.
# after: linear maps assumed to commute
# tasks: 2.2
# line: multihead.py:32

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], device=x.device)
        queries = split_heads(self.W_q(x), self.n_heads)
        keys = split_heads(self.W_k(x), self.n_heads)
        written = self.W_o(self.W_v(x))
        values = split_heads(written, self.n_heads)
        mixed, _ = attend(queries, keys, values, mask)
        return merge_heads(mixed)
