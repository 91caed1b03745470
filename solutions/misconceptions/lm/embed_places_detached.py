NAME = "embed.places_detached"
SAYS = "The vectors are right, but the position embedding gets no gradient: it is detached and never trained."
HINT = "Which call or attribute cuts a tensor off from the parameter it comes from?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding.weight[: tokens.shape[-1]].detach()
