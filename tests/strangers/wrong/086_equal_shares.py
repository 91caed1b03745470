# mistake: The output is divided evenly among the heads: the sum is right, but no head's own contribution is.
# after: attribution code that passes its own 'sums to the output' test
# tasks: 2.3
# line: multihead.py:39
# sentence: Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
# takes: merge_heads 3, MultiHeadAttention.forward 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        total = self.forward(x)
        share = total / self.n_heads
        return share.unsqueeze(-3).repeat_interleave(self.n_heads, dim=-3)
