# mistake: The places count the rows of the batch: all tokens of row b get place b.
# after: wrong axis
# tasks: 4.1
# says: Do two tokens of the same row get different vectors of place in your code?
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        batch, n = tokens.shape
        pos = torch.arange(batch, device=tokens.device).unsqueeze(1).expand(batch, n)
        return self.token_embedding(tokens) + self.position_embedding(pos)
