NAME = "embed.float32"
SAYS = "The result is cast to float32, whatever the dtype of the embeddings is."
HINT = "Which dtype does a float64 model's embedding have?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return (self.token_embedding(tokens) + self.position_embedding(positions)).float()
