# mistake: The first norm is used for both parts. self.norm_2 has to come before the feedforward network.
# tasks: 3.3
# line: block.py:46, 49

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        def read(part, stream):
            return part(self.norm_1(stream))

        x = x + read(self.attention, x)
        x = x + read(self.ffn, x)
        return x
