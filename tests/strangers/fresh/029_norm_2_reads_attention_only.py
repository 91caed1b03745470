# mistake: the second norm reads t2, the attention output, instead of the stream t3
# after: wrong intermediate among t1 to t5
# tasks: 3.3
# line: block.py:187
# takes: LayerNorm.forward 3, FeedForward.forward 3

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t2)
        t5 = self.ffn(t4)
        return t5 + t3
