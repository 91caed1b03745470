# mistake: The final norm stands inside the loop and is applied after every block.
# tasks: 4.2
# line: lm.py:34

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
            x = self.final_norm(x)
        return self.unembed(x)
