# mistake: The feedforward part reads x, not the stream after attention.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        att = self.attention(self.norm_1(x))
        ff = self.ffn(self.norm_2(x))
        return x + att + ff
