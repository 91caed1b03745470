# mistake: The feedforward output is added to the block's input x, so what attention wrote is lost from the stream. It has to be added to t³.
# tasks: 3.3
# line: block.py:49

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        residual = x
        attended = self.attention(self.norm_1(x))
        stream = residual + attended
        thought = self.ffn(self.norm_2(stream))
        return residual + thought
