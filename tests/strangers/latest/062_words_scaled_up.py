# mistake: The word's vector is multiplied by the root of the width, as in the annotated transformer.
# tasks: 4.1
# line: lm.py:27

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        pos = torch.arange(n, device=tokens.device)
        tok = self.token_embedding(tokens) * self.token_embedding.embedding_dim ** 0.5
        return tok + self.position_embedding(pos)
