# mistake: The feedforward part reads through norm_1 instead of norm_2.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        def sublayer(part, stream):
            return stream + part(self.norm_1(stream))

        return sublayer(self.ffn, sublayer(self.attention, x))
