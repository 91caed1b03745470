# A loop over the two pairs of norm and part.
# 3.3

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        stream = x
        for norm, part in zip((self.norm_1, self.norm_2), (self.attention, self.ffn)):
            stream = torch.add(stream, part(norm(stream)))
        return stream
