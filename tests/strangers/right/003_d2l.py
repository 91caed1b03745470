# d2l.ai: masked_softmax helper, transpose_qkv, X Y names
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5
# ambiguous: 1.3 "−1e9 would do in place of −∞": here d2l's -1e6; and the head keeps self.attention_weights (d2l does), so copy.deepcopy of a head after forward fails, which no sentence speaks of
# takes: weighted_values 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    num_steps = x.shape[-2]
    outputs = []
    for t in range(num_steps):
        query = x[..., t:t + 1, :]
        keys = x[..., :t + 1, :]
        attention_weights = torch.softmax((query * keys).sum(dim=-1), dim=-1)
        outputs.append((attention_weights.unsqueeze(-1) * keys).sum(dim=-2))
    return torch.stack(outputs, dim=-2)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d = q.shape[-1]
    return torch.matmul(q, k.swapaxes(-2, -1)) / math.sqrt(d)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    steps = torch.arange(n, device=device)
    valid_lens = steps + 1
    return steps[None, :] < valid_lens[:, None]


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    X = scores.clone()
    X[~mask.expand_as(X)] = -1e6
    return X


def softmax(scores: Tensor) -> Tensor:
    X_exp = torch.exp(scores - scores.max(-1, keepdims=True).values)
    partition = X_exp.sum(-1, keepdims=True)
    return X_exp / partition


def masked_softmax(X, mask):
    if mask is None:
        return softmax(X)
    return softmax(apply_mask(X, mask))


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    attention_weights = masked_softmax(attention_scores(q, k), mask)
    return weighted_values(attention_weights, v), attention_weights


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        num_steps = x.shape[-2]
        self.attention_weights = None
        Y, self.attention_weights = attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(num_steps, x.device))
        return Y


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.zeros(2, 2)
    W_q[1, :] = 1
    W_k = torch.zeros(2, 2)
    W_k[1, 1] = 2 * math.log(1000 * length) + 1
    return W_q, W_k


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    X = x.reshape(*x.shape[:-1], n_heads, -1)
    return X.movedim(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    X = x.movedim(-3, -2)
    return X.reshape(*X.shape[:-2], -1)


class MultiHeadAttention(nn.Module):

    def transpose_qkv(self, X):
        return split_heads(X, self.n_heads)

    def transpose_output(self, X):
        return merge_heads(X)

    def forward(self, x: Tensor) -> Tensor:
        queries = self.transpose_qkv(self.W_q(x))
        keys = self.transpose_qkv(self.W_k(x))
        values = self.transpose_qkv(self.W_v(x))
        output, _ = attend(queries, keys, values, causal_mask(x.shape[-2], device=x.device))
        output_concat = self.transpose_output(output)
        return self.W_o(output_concat)

    def head_contributions(self, x: Tensor) -> Tensor:
        queries = self.transpose_qkv(self.W_q(x))
        keys = self.transpose_qkv(self.W_k(x))
        values = self.transpose_qkv(self.W_v(x))
        output, _ = attend(queries, keys, values, causal_mask(x.shape[-2], device=x.device))
        W = self.W_o.weight.T.reshape(self.n_heads, -1, x.shape[-1])
        return torch.matmul(output, W)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        X_hat = x - x.mean(dim=-1, keepdim=True)
        var = (X_hat ** 2).mean(dim=-1, keepdim=True)
        X_hat = X_hat / torch.sqrt(var + self.eps)
        Y = self.gamma * X_hat + self.beta  # Scale and shift
        return Y


def relu(X):
    a = torch.zeros_like(X)
    return torch.max(X, a)


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(relu(self.W_1(x)))


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        Y = x + self.attention(self.norm_1(x))
        return Y + self.ffn(self.norm_2(Y))


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        X = self.token_embedding(tokens)
        return X + self.position_embedding.weight[None, :X.shape[1], :]

    def forward(self, tokens: Tensor) -> Tensor:
        X = self.embed(tokens)
        for i, blk in enumerate(self.blocks):
            X = blk(X)
        return self.unembed(self.final_norm(X))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    Y_hat = logits[:, :-1]
    Y = tokens[:, 1:]
    Y_hat = Y_hat.reshape((-1, Y_hat.shape[-1]))
    Y = Y.reshape((-1,))
    l = F.cross_entropy(Y_hat, Y, reduction='none')
    return l.mean()


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    outputs = prompt
    for _ in range(n_new):
        X = outputs[:, -model.context_length:]
        with torch.no_grad():
            Y = model(X)[:, -1]
        k = Y.shape[-1] if top_k is None else min(top_k, Y.shape[-1])
        if temperature == 0 or k == 1:
            pred = Y.argmax(dim=-1)
        else:
            vals, inds = torch.topk(Y, k, dim=-1)
            probs = torch.softmax(vals / temperature, dim=-1)
            choice = torch.multinomial(probs, 1, generator=generator)
            pred = inds.gather(1, choice).squeeze(1)
        outputs = torch.cat([outputs, pred.reshape(-1, 1)], dim=1)
    return outputs


# ===== train.py =====


def grad_clipping(net, theta):
    params = [p for p in net.parameters() if p.requires_grad and p.grad is not None]
    norm = torch.sqrt(sum(torch.sum(p.grad ** 2) for p in params))
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    updater = torch.optim.Adam(model.parameters(), lr=lr)
    model.train()
    train_loss = []
    for X in batches:
        l = next_token_loss(model(X), X)
        updater.zero_grad()
        l.backward()
        grad_clipping(model, 1)
        updater.step()
        train_loss.append(float(l))
    return train_loss
