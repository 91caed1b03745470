# mistake: The word vectors are multiplied by the root of the width, as in the original paper, which the task does not ask for.
# after: a step copied from another recipe
# tasks: 4.1
# line: lm.py:91
# takes: TransformerLM.forward 3, next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        idx = torch.arange(0, n, device=tokens.device)
        pos_vec = self.position_embedding(idx)
        word_vec = self.token_embedding(tokens) * pos_vec.shape[-1] ** 0.5
        return word_vec + pos_vec
