# mistake: Every block reads the embedding, so only the last block counts.
# tasks: 4.2
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            out = block(x)
        return self.unembed(self.final_norm(out))
