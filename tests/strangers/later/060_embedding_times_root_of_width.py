# mistake: The token embedding is multiplied by √d_model.
# after: the Annotated Transformer's Embeddings
# tasks: 4.1
# says: Check the docstring's example by hand: is there any factor before the word's vector?
# line: lm.py:26

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok_emb = self.token_embedding(tokens) * self.token_embedding.embedding_dim**0.5
        pos_emb = self.position_embedding(torch.arange(n, dtype=torch.long, device=tokens.device))
        return tok_emb + pos_emb
