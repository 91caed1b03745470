# mistake: The places are counted from 1. They have to be counted from 0.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens):
        n = tokens.shape[-1]
        words = self.token_embedding(tokens)
        places = torch.arange(1, n + 1, device=tokens.device)
        return words + self.position_embedding(places)
