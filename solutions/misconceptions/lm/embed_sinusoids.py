NAME = "embed.sinusoids"
SAYS = "The places get fixed sines and cosines instead of the learned vectors."
HINT = "Which parameter gets no gradient?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        n, d = tokens.shape[-1], self.token_embedding.embedding_dim
        place = torch.arange(n, device=tokens.device).unsqueeze(1)
        angle = place / 10000 ** (2 * (torch.arange(d, device=tokens.device) // 2) / d)
        waves = torch.where(torch.arange(d, device=tokens.device) % 2 == 0, angle.sin(), angle.cos())
        return self.token_embedding(tokens) + waves.to(self.token_embedding.weight.dtype)
