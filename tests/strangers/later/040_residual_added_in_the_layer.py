# mistake: The layer adds its input to its output; the residual belongs to the block, not here.
# after: "x + sublayer(x)" of the Annotated Transformer
# tasks: 2.2
# says: Compare your last line with the docstring's last equation: what is in yours and not in theirs?
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        mask = causal_mask(x.shape[-2], x.device)
        z = attend(split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h), mask)[0]
        concat = merge_heads(z)
        return x + self.W_o(concat)
