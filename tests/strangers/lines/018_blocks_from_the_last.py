# mistake: The blocks are applied from the last to the first.
# after: reversed() as in U-Net decoders
# tasks: 4.2
# line: lm.py:28

# ===== lm.py =====

class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        order = reversed(range(len(self.blocks)))
        for number in order:
            stream = self.blocks[number](stream)
        return self.unembed(self.final_norm(stream))
