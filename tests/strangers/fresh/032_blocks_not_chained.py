# mistake: every block reads the embedding, so only the last block counts
# after: stale variable in the loop over layers, bug reports
# tasks: 4.2
# line: lm.py:127
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for layer in self.blocks:
            hidden = layer(x)
        hidden = self.final_norm(hidden)
        return self.unembed(hidden)
