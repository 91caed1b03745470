# mistake: The final norm stands inside the loop and normalises the stream after every block.
# after: indentation slip
# tasks: 4.2
# says: With one block you are right; how often does the stream get normalised with three?
# line: lm.py:34

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        strom = self.embed(tokens)
        for schicht in self.blocks:
            strom = schicht(strom)
            strom = self.final_norm(strom)
        return self.unembed(strom)
