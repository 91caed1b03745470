# mistake: Each block's output is added to its input once more; the block itself adds it already.
# tasks: 4.2
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = x + block(x)
        return self.unembed(self.final_norm(x))
