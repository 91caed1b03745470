NAME = "embed.no_tokens"
SAYS = "Only the places are embedded; the words are not."
HINT = "Change a word. Does its vector change?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.position_embedding(positions).expand(*tokens.shape, -1)
