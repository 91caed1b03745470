NAME = "embed.from_one"
SAYS = "Places are counted from 1 instead of from 0."
HINT = "Which row of the position embedding is never used?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(1, tokens.shape[-1] + 1, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(positions)
