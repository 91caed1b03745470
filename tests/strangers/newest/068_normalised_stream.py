# mistake: The normalised vector overwrites x, so the stream itself is normalised.
# tasks: 3.3
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        x = self.norm_1(x)
        x = x + self.attention(x)
        return x + self.ffn(self.norm_2(x))
