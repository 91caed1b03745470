# mistake: Only the last place is unembedded; every place is to predict.
# tasks: 4.2
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        logits = self.unembed(x[:, [-1], :])
        return logits
