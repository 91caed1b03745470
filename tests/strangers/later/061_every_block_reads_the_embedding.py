# mistake: Every block is given the embedding; only the last block's answer is kept.
# after: two names in a loop
# tasks: 4.2
# says: With two blocks, what does the second one read, and who uses what the first one wrote?
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            out = block(x)
        return self.unembed(self.final_norm(out))
