# mistake: The first norm is used in both places.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        for part in (self.attention, self.ffn):
            x = x + part(self.norm_1(x))
        return x
