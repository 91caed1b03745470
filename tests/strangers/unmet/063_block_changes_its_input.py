# mistake: The stream is added to in place, which changes the tensor that the caller handed in. What goes in must not be changed.
# tasks: 3.3
# line: block.py:45

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        x += self.attention(self.norm_1(x))
        x = x + self.ffn(self.norm_2(x))
        return x
