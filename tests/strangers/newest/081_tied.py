# mistake: The token embedding is used to read off the logits, not the unembedding.
# tasks: 4.2
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        x = self.embed(tokens)
        for blk in self.blocks:
            x = blk(x)
        x = self.final_norm(x)
        return x @ self.token_embedding.weight.t()
