NAME = "embed.counted_through"
SAYS = "Places are counted on from one row of the batch to the next instead of starting anew."
HINT = "Which place does the first token of the second row get?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.numel(), device=tokens.device).reshape(tokens.shape) % self.context_length
        return self.token_embedding(tokens) + self.position_embedding(positions)
