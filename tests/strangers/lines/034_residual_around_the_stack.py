# mistake: The embeddings are added once more after the blocks.
# after: long skip connections
# tasks: 4.2
# line: lm.py:31

# ===== lm.py =====

class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        start = self.embed(tokens)
        stream = start
        for block in self.blocks:
            stream = block(stream)
        stream = stream + start
        return self.unembed(self.final_norm(stream))
