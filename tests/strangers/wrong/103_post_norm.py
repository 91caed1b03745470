# mistake: Post-norm, as in the 2017 paper: the sums are normalised instead of what the parts read.
# after: harvardnlp/annotated-transformer#1; ttsugriy.github.io stage 6, 'Pre-norm vs Post-norm Confusion'
# tasks: 3.3
# line: block.py:41
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm_1(x + self.attention(x))
        x = self.norm_2(x + self.ffn(x))
        return x
