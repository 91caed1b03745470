# mistake: The feedforward network comes first and attention second, each behind the other's norm.
# tasks: 3.3
# line: block.py:47, 48

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        stream = x
        for norm, part in zip((self.norm_1, self.norm_2), (self.ffn, self.attention)):
            stream = stream + part(norm(stream))
        return stream
