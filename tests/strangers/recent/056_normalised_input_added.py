# mistake: x is overwritten by its norm, so the normalised vector is added to instead of the stream itself.
# tasks: 3.3
# line: block.py:45, 46

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        x = self.norm_1(x)
        after_attention = self.attention(x) + x
        normed = self.norm_2(after_attention)
        return self.ffn(normed) + after_attention
