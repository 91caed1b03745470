# mistake: t⁴ is computed but the feedforward network reads t³, which is not normalised.
# after: facebookresearch/xformers pull 233 (not everything normalised); unused-variable warnings in reviews
# tasks: 3.3
# line: block.py:44
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t3 = self.attention(t1) + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t3)
        return t5 + t3
