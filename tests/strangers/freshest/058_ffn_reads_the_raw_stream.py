# mistake: The feedforward network reads the stream without norm_2.
# tasks: 3.3
# line: block.py:49

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        residual = x
        x = residual + self.attention(self.norm_1(x))
        residual = x
        x = residual + self.ffn(x)
        return x
