# mistake: The two vectors are multiplied instead of added.
# after: modulation (FiLM/rotary) code confused with additive positions
# tasks: 4.1
# line: lm.py:27
# sentence: The two vectors are added; places are counted from 0, in every row of the batch alike.
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) * self.position_embedding(places)
