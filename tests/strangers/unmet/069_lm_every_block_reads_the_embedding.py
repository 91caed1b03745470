# mistake: Every block reads the embeddings, so only the last block counts. Block l has to read what block l − 1 gave.
# tasks: 4.2
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        out = x
        for block in self.blocks:
            out = block(x)
        normed = self.final_norm(out)
        return self.unembed(normed)
