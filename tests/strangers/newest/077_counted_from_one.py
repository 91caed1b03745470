# mistake: Places are counted from 1.
# tasks: 4.1
# line: lm.py:23

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        pos = torch.cumsum(torch.ones_like(tokens), dim=1)
        pos = pos.clamp(max=self.context_length - 1)
        return self.token_embedding(tokens) + self.position_embedding(pos)
