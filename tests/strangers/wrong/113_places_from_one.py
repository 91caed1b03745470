# mistake: Places are counted from 1, and the IndexError this gave at full length was silenced with a clamp.
# after: bentrevett/pytorch-seq2seq#89 (position out of range) and fairseq-style positions that start behind the padding index
# tasks: 4.1
# line: lm.py:26
# sentence: The two vectors are added; places are counted from 0, in every row of the batch alike.
# takes: TransformerLM.forward 2, next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = torch.arange(1, n + 1, device=tokens.device)
        positions = positions.clamp(max=self.context_length - 1)
        return self.token_embedding(tokens) + self.position_embedding(positions)
