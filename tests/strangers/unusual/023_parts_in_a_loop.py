# both parts run through the same line
# 3.3

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        stream = x
        for read, write in zip((self.norm_1, self.norm_2), (self.attention, self.ffn)):
            stream = torch.add(stream, write(read(stream)))
        return stream
