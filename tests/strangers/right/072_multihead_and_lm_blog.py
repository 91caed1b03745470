# Medium blog post: reshape with -1, print-free notebook code, list comprehension of tokens
# 2.1 2.2 2.3 4.1 4.3 4.4

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.reshape(*x.shape[:-1], n_heads, -1).swapdims(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    return x.swapdims(-2, -3).reshape(*x.shape[:-3], x.shape[-2], -1)


class MultiHeadAttention(nn.Module):

    def scaled_heads(self, x):
        seq_len = x.size(-2)
        q, k, v = [split_heads(layer(x), self.n_heads) for layer in [self.W_q, self.W_k, self.W_v]]
        values, attention = attend(q, k, v, mask=causal_mask(seq_len, device=x.device))
        return values

    def forward(self, x: Tensor) -> Tensor:
        values = self.scaled_heads(x)
        values = merge_heads(values)
        o = self.W_o(values)
        return o

    def head_contributions(self, x: Tensor) -> Tensor:
        values = self.scaled_heads(x)
        w_o = self.W_o.weight  # (d_model, d_model)
        parts = torch.tensor_split(w_o, self.n_heads, dim=1)
        return torch.stack([values[..., i, :, :].matmul(parts[i].t()) for i in range(self.n_heads)], -3)


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        pos = torch.arange(n, device=tokens.device).repeat(tokens.shape[0], 1)
        return self.token_embedding(tokens).add(self.position_embedding(pos))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    pred = logits[:, 0:-1, :].permute(0, 2, 1)
    true = tokens[:, 1:]
    return nn.CrossEntropyLoss(reduction="mean")(pred, true)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    model_was_training = model.training
    model.train(False)
    output = prompt.clone()
    torch_grad = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    for step in range(n_new):
        context = output[:, -model.context_length:]
        logits = model(context)[:, -1, :]
        if temperature < 1e-12:
            next_word = torch.argmax(logits, dim=-1)
        else:
            if top_k:
                values, indices = torch.topk(logits, k=min(top_k, logits.size(-1)))
                filtered = torch.ones_like(logits) * float("-inf")
                filtered.scatter_(dim=-1, index=indices, src=values)
                logits = filtered
            probabilities = torch.nn.functional.softmax(logits / temperature, dim=-1)
            next_word = torch.multinomial(probabilities, 1, generator=generator).flatten()
        output = torch.column_stack([output, next_word])
    torch.set_grad_enabled(torch_grad)
    model.train(model_was_training)
    return output
