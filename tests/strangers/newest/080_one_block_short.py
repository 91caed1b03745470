# mistake: The range stops one block early.
# tasks: 4.2
# line: lm.py:32

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for i in range(len(self.blocks) - 1):
            x = self.blocks[i](x)
        x = self.final_norm(x)
        return self.unembed(x)
