NAME = "embed.right_aligned"
SAYS = "The row is pushed to the end of the context: its last token always gets the last place."
HINT = "Which place does the first token get in a row that does not fill the context?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        n = tokens.shape[-1]
        positions = torch.arange(self.context_length - n, self.context_length, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(positions)
