# mistake: Every block reads x, the embedding, so only the last block counts.
# tasks: 4.2
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for layer in self.blocks:
            out = layer(x)
        return self.unembed(self.final_norm(out))
