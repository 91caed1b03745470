# mistake: x is overwritten by its normalised version, so the first residual adds the normalised stream.
# after: lbcb-sci/RiNALMo#9
# tasks: 3.3
# line: block.py:44
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm_1(x)
        x = x + self.attention(x)
        y = self.norm_2(x)
        return x + self.ffn(y)
