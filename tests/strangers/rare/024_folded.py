# Folds the blocks over the stream.
# 4.2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        from functools import reduce

        parts = [*self.blocks, self.final_norm, self.unembed]
        return reduce(lambda stream, part: part(stream), parts, self.embed(tokens))
