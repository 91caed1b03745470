# mistake: The token vectors are multiplied by √d_model, as in the 2017 paper, before they are added.
# after: annotated-transformer's Embeddings (* math.sqrt(d_model)) copied
# tasks: 4.1
# line: lm.py:27
# sentence: The two vectors are added; places are counted from 0, in every row of the batch alike.
# takes: TransformerLM.forward 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(n, device=tokens.device)
        words = self.token_embedding(tokens) * self.token_embedding.embedding_dim ** 0.5
        return words + self.position_embedding(places)
