NAME = "embed.positions_kept"
SAYS = "The places of the first call are kept and used for every later one, whatever its length."
HINT = "Embed one token, then four. Which places do the four get?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        if not hasattr(self, "positions"):
            self.positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(self.positions)
