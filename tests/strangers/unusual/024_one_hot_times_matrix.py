# one-hot rows times the matrix, and the first rows of the places
# 4.1

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        table = self.token_embedding.weight
        words = F.one_hot(tokens, num_classes=table.shape[0]).to(table.dtype)
        return words @ table + self.position_embedding.weight.narrow(0, 0, n)
