# mistake: Only the last place is unembedded, so the logits have length 1 instead of n.
# after: nanoGPT's shortcut at inference, x[:, [-1], :]
# tasks: 4.2
# says: How many predictions does one pass promise for n tokens, and how many come out of yours?
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        logits = self.unembed(x[:, [-1], :])
        return logits
