# mistake: The places are counted on from one row of the batch to the next. In every row they have to start at 0.
# tasks: 4.1
# line: lm.py:26, 27

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError("too long")
        flat = tokens.reshape(-1)
        places = torch.arange(flat.numel(), device=tokens.device) % self.context_length
        vectors = self.token_embedding(flat) + self.position_embedding(places)
        return vectors.reshape(*tokens.shape, -1)
