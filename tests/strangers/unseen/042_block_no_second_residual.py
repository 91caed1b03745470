# mistake: The output of the feedforward network is returned without adding the stream.
# after: the second residual connection left out
# tasks: 3.3
# line: block.py:180

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        residual = x
        x = self.attention(self.norm_1(x))
        x = x + residual
        x = self.norm_2(x)
        x = self.ffn(x)
        return x
