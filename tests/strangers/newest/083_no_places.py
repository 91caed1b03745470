# mistake: The words are embedded without their places.
# tasks: 4.2
# line: lm.py:31

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        stream = self.token_embedding(tokens)
        for block in self.blocks:
            stream = block(stream)
        return self.unembed(self.final_norm(stream))
