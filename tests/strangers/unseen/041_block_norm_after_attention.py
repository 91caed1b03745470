# mistake: The first norm is applied to what attention gives instead of to what it reads.
# after: norm and sublayer in the wrong order
# tasks: 3.3
# line: block.py:178
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        stream = x + self.norm_1(self.attention(x))
        return stream + self.ffn(self.norm_2(stream))
