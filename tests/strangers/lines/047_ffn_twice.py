# mistake: The feedforward network is applied twice in a row.
# after: copy and paste of a line
# tasks: 3.3
# line: block.py:45

# ===== block.py =====

class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t = self.norm_1(x)
        t = self.attention(t)
        x = x + t
        u = self.norm_2(x)
        u = self.ffn(u)
        u = self.ffn(u)
        return x + u
