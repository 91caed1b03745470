# mistake: The loop starts at 1, so the first block is left out. Every block has to take part.
# tasks: 4.2
# line: lm.py:31

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        x = self.embed(tokens)
        for l in range(1, len(self.blocks)):
            x = self.blocks[l](x)
        x = self.final_norm(x)
        logits = self.unembed(x)
        return logits
