# mistake: X is added to the output, which is the block's job.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        def heads_of(linear):
            return split_heads(linear(x), self.n_heads)

        z = attend(heads_of(self.W_q), heads_of(self.W_k), heads_of(self.W_v), causal_mask(x.shape[-2], x.device))[0]
        return x + self.W_o(merge_heads(z))
