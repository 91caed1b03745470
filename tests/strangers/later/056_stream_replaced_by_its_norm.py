# mistake: x is overwritten by its norm, so the normalised vector and not the stream is added to the attention.
# after: reusing the name x at every step
# tasks: 3.3
# says: When you add x in the second line, is it still the stream that came in?
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm_1(x)
        x = x + self.attention(x)
        y = self.norm_2(x)
        return x + self.ffn(y)
