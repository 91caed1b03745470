# mistake: The first norm is used in both places and the second never.
# after: copy and paste: the number in a name not changed
# tasks: 3.3
# line: block.py:180
# takes: LayerNorm.forward 2, FeedForward.forward 2

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        attn_in = self.norm_1(x)
        x = x + self.attention(attn_in)
        ffn_in = self.norm_1(x)
        x = x + self.ffn(ffn_in)
        return x
