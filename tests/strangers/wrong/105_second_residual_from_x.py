# mistake: The second residual adds x instead of t³, so what attention wrote is lost to the stream.
# after: strutive07/transformer-tensorflow2.0#14
# tasks: 3.3
# line: block.py:43
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        attended = self.attention(self.norm_1(x)) + x
        out = self.ffn(self.norm_2(attended))
        return out + x
