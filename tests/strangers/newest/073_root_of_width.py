# mistake: The word's vector is multiplied by the root of the width, which the task does not ask for.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        words = self.token_embedding(tokens)
        words = words * words.shape[-1] ** 0.5
        places = self.position_embedding(torch.arange(tokens.shape[1], device=tokens.device))
        return words + places
