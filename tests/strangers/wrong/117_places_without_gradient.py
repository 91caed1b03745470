# mistake: .data cuts the graph: the position embedding is never trained.
# after: register_buffer-style positions copied over learned ones; .data habits
# tasks: 4.1
# line: lm.py:27
# sentence: tokens are not changed; gradients flow back to both embeddings.
# takes: TransformerLM.forward 2, next_token_loss 3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok = self.token_embedding(tokens)
        pos = self.position_embedding.weight.data[:n]
        return tok + pos.unsqueeze(0)
