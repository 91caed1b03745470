# mistake: The places are counted from 1, so every token gets the vector of the next place (and a full row fails); they are counted from 0.
# tasks: 4.1
# line: lm.py:25

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens):
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(1, n + 1, device=tokens.device)
        words = self.token_embedding(tokens)
        return words + self.position_embedding(places)
