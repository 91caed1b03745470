# mistake: `.data` cuts the gradient of the position embedding.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        n = tokens.size(1)
        table = self.position_embedding.weight.data
        return self.token_embedding(tokens) + table[:n]
