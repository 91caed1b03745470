# mistake: Every block gets the embeddings, so only the last block counts; each block must read what the block before it gave.
# tasks: 4.2
# line: lm.py:32

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            hidden = block(x)
        hidden = self.final_norm(hidden)
        logits = self.unembed(hidden)
        return logits
