# mistake: The place of a token is looked up in the token embedding.
# after: copy and paste of an embedding
# tasks: 4.1
# line: lm.py:25

# ===== lm.py =====

class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        words = self.token_embedding(tokens)
        places = torch.arange(n, device=tokens.device) % self.token_embedding.num_embeddings
        return words + self.token_embedding(places)
