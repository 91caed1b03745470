# mistake: The feedforward output is added to x, so what attention wrote is lost from the stream; it must be added to t3.
# tasks: 3.3
# line: block.py:50

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + x
