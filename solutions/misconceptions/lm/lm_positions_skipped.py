NAME = "lm.positions_skipped"
SAYS = "forward looks up the words itself and skips the places; it should call embed."
HINT = "Give the model the same two words in both orders. What does forward start from?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.token_embedding(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))
