# mistake: The stream is added to in place, so the caller's x is changed; what goes in must not be changed.
# tasks: 3.3
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        heard = self.attention(self.norm_1(x))
        x += heard
        thought = self.ffn(self.norm_2(x))
        return x + thought
