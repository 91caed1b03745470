# unflatten/flatten lover with F.nll_loss sum over count
# 4.1 4.2 4.3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        vocab_size = self.token_embedding.num_embeddings
        onehot = F.one_hot(tokens, vocab_size).to(self.token_embedding.weight.dtype)
        words = onehot @ self.token_embedding.weight
        places = self.position_embedding.weight.narrow(0, 0, n)
        return words + places.expand_as(words)

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        stack = iter(self.blocks)
        while (block := next(stack, None)) is not None:
            stream = block(stream)
        return F.linear(self.final_norm(stream), self.unembed.weight)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    n = tokens.shape[1]
    before, _last = logits.split([n - 1, 1], dim=1)
    _first, after = tokens.split([1, n - 1], dim=1)
    total = F.nll_loss(before.log_softmax(dim=-1).flatten(0, 1), after.flatten(), reduction="sum")
    return total / after.numel()
