# mistake: `+=` writes into the tensor that came in.
# tasks: 3.3
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        x += self.attention(self.norm_1(x))
        x = x + self.ffn(self.norm_2(x))
        return x
