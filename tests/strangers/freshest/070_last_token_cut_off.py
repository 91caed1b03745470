# mistake: The last token is cut off before it is embedded, so the last place has no logits.
# tasks: 4.2
# line: lm.py:31

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        inputs = tokens[:, :-1]
        x = self.embed(inputs)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        return self.unembed(x)
