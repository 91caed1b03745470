# mistake: += adds into the caller's x.
# tasks: 3.3
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x += self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
