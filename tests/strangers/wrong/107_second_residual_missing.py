# mistake: The feedforward network's output replaces the stream instead of being added to it.
# after: ttsugriy.github.io stage 6, 'Missing Residual Connections'; patverga/bran#5
# tasks: 3.3
# line: block.py:42
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t3 = x + self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(t3))
