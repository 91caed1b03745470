NAME = "embed.reversed"
SAYS = "Places are counted from the end of the row instead of from its beginning."
HINT = "Which place does the first token get in a row of three, and in a row of five?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device).flip(0)
        return self.token_embedding(tokens) + self.position_embedding(positions)
