# mistake: The norms come after the additions (post-norm) instead of before the two parts.
# tasks: 3.3
# line: block.py:46, 47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        x = self.norm_1(x + self.attention(x))
        x = self.norm_2(x + self.ffn(x))
        return x
