NAME = "embed.multiplied"
SAYS = "The two vectors are multiplied instead of added."
HINT = "What stands between the two embeddings in the equation?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.token_embedding(tokens) * self.position_embedding(positions)
