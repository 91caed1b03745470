# mistake: x += … writes the attention's output into the caller's tensor.
# after: minGPT-like residual lines, in-place slip
# tasks: 3.3
# says: x = x + … and x += … look alike; which of them changes the tensor of the one who called you?
# line: block.py:46

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x += self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
