# mistake: the word vectors are multiplied by the root of d_model first
# after: habit from the original transformer paper
# tasks: 4.1
# line: lm.py:90
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        vectors = self.token_embedding(tokens)
        vectors = vectors * vectors.shape[-1] ** 0.5
        index = torch.arange(n, device=tokens.device).expand(tokens.shape)
        return vectors + self.position_embedding(index)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    total = 0.0
    for i in range(n - 1):
        total = total + F.cross_entropy(logits[:, i], tokens[:, i + 1], reduction="sum")
    return total / (B * (n - 1))
