NAME = "embed.by_row"
SAYS = "The place is taken from the token's row in the batch instead of its place in the row."
HINT = "Two tokens in the same row: do they get different places?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[0], device=tokens.device) % self.context_length
        return self.token_embedding(tokens) + self.position_embedding(positions).unsqueeze(1)
