# mistake: The places are numbered along the batch: all tokens of row b get place b.
# after: KasperGroesLudvigsen/influenza_transformer#9; the PyTorch tutorial's PositionalEncoding (x.size(0)) used with batch first
# tasks: 4.1
# line: lm.py:26
# sentence: The two vectors are added; places are counted from 0, in every row of the batch alike.
# takes: next_token_loss 3, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = torch.arange(tokens.shape[0], device=tokens.device).unsqueeze(1)
        return self.token_embedding(tokens) + self.position_embedding(positions % self.context_length)
