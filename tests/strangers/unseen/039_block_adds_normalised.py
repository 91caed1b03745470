# mistake: The feedforward output is added to the normalised vector t4 instead of to the stream t3.
# after: wrong one of several numbered variables
# tasks: 3.3
# line: block.py:181

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        h = t5 + t4
        return h
