# mistake: A softmax turns the logits into probabilities; the task returns logits.
# tasks: 4.2
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        hidden = self.embed(tokens)
        for layer in self.blocks:
            hidden = layer(hidden)
        logits = self.unembed(self.final_norm(hidden))
        return F.softmax(logits, dim=-1)
