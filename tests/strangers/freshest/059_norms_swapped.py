# mistake: norm_2 stands before the attention and norm_1 before the feedforward network.
# tasks: 3.3
# line: block.py:46, 47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        x = x + self.attention(self.norm_2(x))
        return x + self.ffn(self.norm_1(x))
