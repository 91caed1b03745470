# mistake: Every block reads the embeddings instead of the block before, so only the last one counts.
# after: wrong variable inside a loop
# tasks: 4.2
# line: lm.py:126
# takes: TransformerLM.embed 2, next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            h = block(x)
        h = self.final_norm(h)
        return self.unembed(h)
