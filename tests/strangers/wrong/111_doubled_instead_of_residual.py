# mistake: `x = x + x` adds the attention's output to itself; the stream that came in is lost.
# after: kyegomez/BitNet#32
# tasks: 3.3
# line: block.py:43
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        residual = x
        x = self.attention(self.norm_1(x))
        x = x + x
        residual = x
        x = self.ffn(self.norm_2(x))
        return x + residual
