# mistake: Attention's output replaces the stream instead of being added to it.
# after: ttsugriy.github.io stage 6, 'Missing Residual Connections'
# tasks: 3.3
# line: block.py:43
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
