NAME = "embed.detached"
SAYS = "The embeddings are cut off from the gradient, so they cannot learn."
HINT = "Which parameters get no gradient?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.token_embedding.weight.data[tokens] + self.position_embedding.weight.data[positions]
