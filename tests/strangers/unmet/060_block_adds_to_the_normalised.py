# mistake: The attention's output is added to the normalised vectors. It has to be added to x, the stream itself.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + t1
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        y = t5 + t3
        return y
