# mistake: The places are numbered from the end of the row.
# after: arange with a negative step, as for relative positions
# tasks: 4.1
# line: lm.py:23

# ===== lm.py =====

class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(n - 1, -1, -1, device=tokens.device)
        vectors = self.token_embedding(tokens)
        return vectors + self.position_embedding(places)
