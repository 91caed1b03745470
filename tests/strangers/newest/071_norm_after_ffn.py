# mistake: The second norm stands behind the feedforward part, not before it.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        y = x + self.attention(self.norm_1(x))
        z = self.norm_2(self.ffn(y))
        return y + z
