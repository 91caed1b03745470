# mistake: After the second sum the stream is divided by √2.
# after: residual scaling of ResNet variants
# tasks: 3.3
# line: block.py:43

# ===== block.py =====

class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        stream = x
        stream = stream + self.attention(self.norm_1(stream))
        update = self.ffn(self.norm_2(stream))
        stream = (stream + update) / 2**0.5
        return stream
