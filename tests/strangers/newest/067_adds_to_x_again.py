# mistake: The feedforward part is added to x, not to the stream after attention.
# tasks: 3.3
# line: block.py:48

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        t3 = x + self.attention(self.norm_1(x))
        t5 = self.ffn(self.norm_2(t3))
        return x + t5
