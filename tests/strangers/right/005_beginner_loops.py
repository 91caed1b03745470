# A beginner who loops over everything, one dot product at a time
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    if x.dim() > 2:
        # do every sequence of the batch by itself
        results = []
        for sequence in x:
            results.append(simple_attention(sequence))
        return torch.stack(results)
    n = x.shape[0]
    answer = []
    for i in range(n):
        scores = []
        for j in range(i + 1):
            scores.append(torch.dot(x[i], x[j]))
        scores = torch.stack(scores)
        alpha = torch.softmax(scores, dim=0)
        total = torch.zeros_like(x[i])
        for j in range(i + 1):
            total = total + alpha[j] * x[j]
        answer.append(total)
    return torch.stack(answer)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    if q.dim() > 2:
        return torch.stack([attention_scores(q[b], k[b]) for b in range(q.shape[0])])
    rows = []
    for i in range(q.shape[0]):
        row = []
        for j in range(k.shape[0]):
            row.append((q[i] * k[j]).sum() / math.sqrt(k.shape[1]))
        rows.append(torch.stack(row))
    return torch.stack(rows)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    for i in range(n):
        for j in range(n):
            if j <= i:
                mask[i, j] = True
    return mask


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    minus_infinity = torch.full_like(scores, -math.inf)
    return torch.where(mask, scores, minus_infinity)


def softmax(scores: Tensor) -> Tensor:
    if scores.dim() > 1:
        rows = []
        for row in scores:
            rows.append(softmax(row))
        return torch.stack(rows)
    biggest = scores.max()
    exps = torch.exp(scores - biggest)
    total = exps.sum()
    return exps / total


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    total = 0
    for j in range(v.shape[-2]):
        # column of weights times row of values
        total = total + weights[..., :, j].unsqueeze(-1) * v[..., j, :].unsqueeze(-2)
    return total


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        q = self.W_q(x)
        k = self.W_k(x)
        v = self.W_v(x)
        mask = causal_mask(n, x.device)
        output, weights = attend(q, k, v, mask)
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # I want every query to be (0, 1) and the key of a 1 to be (0, big)
    # need e^(big/sqrt2) > 999 * length
    big = 0.0
    while math.exp(big / math.sqrt(2)) < 10000 * length:
        big = big + 1.0
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, big]])
    return W_q, W_k


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    size = d // n_heads
    heads = []
    for c in range(n_heads):
        heads.append(x[..., c * size : (c + 1) * size])
    return torch.stack(heads, dim=-3)


def merge_heads(x: Tensor) -> Tensor:
    h = x.shape[-3]
    pieces = []
    for c in range(h):
        pieces.append(x[..., c, :, :])
    return torch.cat(pieces, dim=-1)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        Q = split_heads(self.W_q(x), self.n_heads)
        K = split_heads(self.W_k(x), self.n_heads)
        V = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(n, x.device)
        results = []
        for c in range(self.n_heads):
            A, _ = attend(Q[..., c, :, :], K[..., c, :, :], V[..., c, :, :], mask)
            results.append(A)
        together = merge_heads(torch.stack(results, dim=-3))
        return self.W_o(together)

    def head_contributions(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        Q = split_heads(self.W_q(x), self.n_heads)
        K = split_heads(self.W_k(x), self.n_heads)
        V = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(n, x.device)
        size = x.shape[-1] // self.n_heads
        results = []
        for c in range(self.n_heads):
            A, _ = attend(Q[..., c, :, :], K[..., c, :, :], V[..., c, :, :], mask)
            columns = self.W_o.weight[:, c * size : (c + 1) * size]
            results.append(A @ columns.T)
        return torch.stack(results, dim=-3)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        mu = 0
        for i in range(d):
            mu = mu + x[..., i]
        mu = mu / d
        sigma2 = 0
        for i in range(d):
            sigma2 = sigma2 + (x[..., i] - mu) ** 2
        sigma2 = sigma2 / d
        features = []
        for i in range(d):
            z = (x[..., i] - mu) / torch.sqrt(sigma2 + self.eps)
            features.append(self.gamma[i] * z + self.beta[i])
        return torch.stack(features, dim=-1)


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.W_1(x)
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        out = self.W_2(hidden)
        return out


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        h = t5 + t3
        return h


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        vectors = []
        for i in range(n):
            word = self.token_embedding(tokens[:, i])
            place = self.position_embedding(torch.tensor(i, device=tokens.device))
            vectors.append(word + place)
        return torch.stack(vectors, dim=1)

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for i in range(len(self.blocks)):
            h = self.blocks[i](h)
        h = self.final_norm(h)
        logits = self.unembed(h)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    total = 0
    count = 0
    for b in range(B):
        for i in range(n - 1):
            log_probs = torch.log_softmax(logits[b, i], dim=0)
            total = total - log_probs[tokens[b, i + 1]]
            count = count + 1
    return total / count


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    for step in range(n_new):
        start = max(0, tokens.shape[1] - model.context_length)
        window = tokens[:, start:]
        with torch.no_grad():
            logits = model(window)
        new = []
        for b in range(tokens.shape[0]):
            last = logits[b, -1]
            if temperature == 0:
                new.append(int(torch.argmax(last)))
                continue
            words = torch.argsort(last, descending=True)
            if top_k is not None:
                words = words[:top_k]
            probs = torch.softmax(last[words] / temperature, dim=0)
            pick = torch.multinomial(probs, 1, generator=generator)
            new.append(int(words[pick]))
        new = torch.tensor(new, dtype=torch.int64, device=prompt.device).reshape(-1, 1)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    list_of_losses = []
    for batch in batches:
        optimizer.zero_grad()
        logits = model(batch)
        loss = next_token_loss(logits, batch)
        list_of_losses.append(loss.item())
        loss.backward()
        optimizer.step()
    return list_of_losses
