NAME = "embed.concatenated"
SAYS = "The two vectors are laid side by side instead of added."
HINT = "How wide should a token's vector be?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device).expand_as(tokens)
        return torch.cat([self.token_embedding(tokens), self.position_embedding(positions)], dim=-1)
