# mistake: norm_1 stands before both parts and norm_2 is never used; norm_2 belongs before the feedforward network.
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):
    def forward(self, x):
        stream = x
        for part in (self.attention, self.ffn):
            read = self.norm_1(stream)
            stream = stream + part(read)
        return stream
