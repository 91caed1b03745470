# mistake: Log-probabilities are returned, not logits.
# tasks: 4.2
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        h = self.embed(tokens)
        for layer in self.blocks:
            h = layer(h)
        logits = self.unembed(self.final_norm(h))
        return F.log_softmax(logits, dim=-1)
