NAME = "embed.scaled"
SAYS = "The word's vector is multiplied by √d first, which some models do and this one does not."
HINT = "Compare one token's vector with the two rows it is made of."
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        scale = self.token_embedding.embedding_dim**0.5
        return scale * self.token_embedding(tokens) + self.position_embedding(positions)
