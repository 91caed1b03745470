# mistake: The word vectors are multiplied by √d_model, as in the original paper. Here the two vectors are added as they are.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        word = self.token_embedding(tokens)
        word = word * word.shape[-1] ** 0.5
        place = self.position_embedding(torch.arange(n, device=tokens.device))
        return word + place
