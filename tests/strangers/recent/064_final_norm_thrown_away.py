# mistake: The normalised stream is put into a name that nobody reads, and the raw stream is unembedded; the final norm must come before the unembedding.
# tasks: 4.2
# line: lm.py:34

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        h = self.embed(tokens)
        for layer in self.blocks:
            h = layer(h)
        h_norm = self.final_norm(h)
        logits = self.unembed(h)
        return logits
