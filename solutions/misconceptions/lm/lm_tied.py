NAME = "lm.tied"
SAYS = "The token embedding is used to unembed; self.unembed is not used."
HINT = "Which parameter gets no gradient?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h) @ self.token_embedding.weight.T
