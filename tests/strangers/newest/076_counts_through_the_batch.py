# mistake: The places are counted on from row to row of the batch.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        B, n = tokens.shape
        pos = torch.arange(B * n, device=tokens.device).reshape(B, n)
        pos = pos % self.context_length
        return self.token_embedding(tokens) + self.position_embedding(pos)
