# mistake: The stream is normalised by hand instead of with the final norm's own gamma and beta.
# after: z-scores written out
# tasks: 4.2
# line: lm.py:31

# ===== lm.py =====

class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for layer in self.blocks:
            h = layer(h)
        mean = h.mean(dim=-1, keepdim=True)
        h = (h - mean) / h.std(dim=-1, keepdim=True)
        logits = self.unembed(h)
        return logits
