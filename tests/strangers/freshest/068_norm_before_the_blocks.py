# mistake: The final norm is applied to the embeddings, before the blocks, and not after them.
# tasks: 4.2
# line: lm.py:32, 35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        x = self.final_norm(x)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x)
        return self.unembed(x)
