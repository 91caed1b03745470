NAME = "embed.padding_idx"
SAYS = "The vectors are right, but no gradient reaches word 0: it is treated as padding."
HINT = "Which argument of the embedding says that a word is padding?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        n = tokens.shape[-1]
        places = torch.arange(n, device=tokens.device)
        return F.embedding(tokens, self.token_embedding.weight, padding_idx=0) + self.position_embedding(places)
