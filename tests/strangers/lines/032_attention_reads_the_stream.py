# mistake: Attention reads the raw stream; its norm is applied to what it returns.
# after: norm on the wrong side of a sublayer
# tasks: 3.3
# line: block.py:40

# ===== block.py =====

class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        a = self.attention(x)
        a = self.norm_1(a)
        s = x + a
        b = self.norm_2(s)
        return s + self.ffn(b)
