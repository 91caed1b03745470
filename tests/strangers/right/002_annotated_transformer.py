# The Annotated Transformer (Harvard NLP): subsequent_mask, -1e9, clones, sublayer connections
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5
# ambiguous: "calls the model it is given": train calls model.forward(batch), as The Annotated Transformer does, so forward hooks on the model do not fire
# takes: weighted_values 2

# ===== attention.py =====


def subsequent_mask(size, device=None):
    # Mask out subsequent positions.
    attn_shape = (size, size)
    mask = torch.triu(torch.ones(attn_shape, device=device), diagonal=1).type(torch.uint8)
    return mask == 0


def simple_attention(x: Tensor) -> Tensor:
    scores = torch.matmul(x, x.transpose(-2, -1))
    scores = scores.masked_fill(subsequent_mask(x.size(-2), x.device) == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    return torch.matmul(p_attn, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = q.size(-1)
    return torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return subsequent_mask(n, device)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask == 0, -1e9)


def softmax(scores: Tensor) -> Tensor:
    exp_scores = torch.exp(scores - torch.max(scores, dim=-1, keepdim=True).values)
    return exp_scores / torch.sum(exp_scores, dim=-1, keepdim=True)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    # Compute 'Scaled Dot Product Attention'
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    p_attn = softmax(scores)
    return weighted_values(p_attn, v), p_attn


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        query, key, value = [lin(x) for lin in (self.W_q, self.W_k, self.W_v)]
        x, self_attn = attend(query, key, value, mask=subsequent_mask(x.size(-2), x.device))
        return x


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    boost = math.sqrt(2) * (math.log(length) + math.log(1e6))
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = boost * torch.eye(2)
    return W_q, W_k


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # d_model => h x d_k
    return x.reshape(x.shape[:-1] + (n_heads, d // n_heads)).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    h, d_k = x.size(-3), x.size(-1)
    x = x.transpose(-2, -3).contiguous()
    return x.view(x.shape[:-2] + (h * d_k,))


class MultiHeadAttention(nn.Module):

    def _attn(self, x):
        # 1) Do all the linear projections in batch from d_model => h x d_k
        query, key, value = [split_heads(lin(x), self.n_heads) for lin in (self.W_q, self.W_k, self.W_v)]
        # 2) Apply attention on all the projected vectors in batch.
        x, _ = attend(query, key, value, mask=causal_mask(x.size(-2), x.device))
        return x

    def forward(self, x: Tensor) -> Tensor:
        # 3) "Concat" using a view and apply a final linear.
        return self.W_o(merge_heads(self._attn(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        heads = self._attn(x)
        d_k = heads.size(-1)
        outs = []
        for i in range(self.n_heads):
            w = self.W_o.weight[:, i * d_k:(i + 1) * d_k]
            outs.append(torch.matmul(heads[..., i, :, :], w.transpose(0, 1)))
        return torch.stack(outs, dim=-3)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keepdim=True)
        var = ((x - mean) ** 2).mean(-1, keepdim=True)
        return self.gamma * (x - mean) / (var + self.eps).sqrt() + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(self.W_1(x).relu())


def sublayer_connection(x, norm, sublayer):
    # Apply residual connection to any sublayer with the same size.
    return x + sublayer(norm(x))


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = sublayer_connection(x, self.norm_1, self.attention)
        return sublayer_connection(x, self.norm_2, self.ffn)


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = torch.arange(0, n, device=tokens.device).unsqueeze(0)
        return self.token_embedding(tokens) + self.position_embedding(positions)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for layer in self.blocks:
            x = layer(x)
        return self.unembed(self.final_norm(x))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    x = F.log_softmax(logits[:, :-1], dim=-1)
    y = tokens[:, 1:]
    return F.nll_loss(x.reshape(-1, x.size(-1)), y.reshape(-1))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    ys = prompt.clone()
    with torch.no_grad():
        for i in range(n_new):
            out = model(ys[:, -model.context_length:])
            logit = out[:, -1]
            if temperature == 0:
                _, next_word = torch.max(logit, dim=1)
                next_word = next_word.unsqueeze(1)
            else:
                if top_k is not None and top_k < logit.size(-1):
                    vals, idx = logit.topk(top_k, dim=-1)
                    prob = F.softmax(vals / temperature, dim=-1)
                    next_word = idx.gather(-1, torch.multinomial(prob, 1, generator=generator))
                else:
                    prob = F.softmax(logit / temperature, dim=-1)
                    next_word = torch.multinomial(prob, 1, generator=generator)
            ys = torch.cat([ys, next_word.type_as(prompt)], dim=1)
    return ys


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, betas=(0.9, 0.98), eps=1e-9)
    model.train()
    losses = []
    for i, batch in enumerate(batches):
        out = model.forward(batch)
        loss = next_token_loss(out, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.data))
        del loss
    return losses
