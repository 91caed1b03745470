# mistake: len(tokens) is the number of rows, so there are as many places as sentences.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        words = self.token_embedding(tokens)
        places = self.position_embedding(torch.arange(len(tokens), device=tokens.device))
        return words + places
