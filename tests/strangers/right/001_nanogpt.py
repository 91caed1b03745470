# nanoGPT (Karpathy): B, T, C names, tril, masked_fill, configure_optimizers with decay groups
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5
# ambiguous: "Where several words tie for the top_k-th place … either choice is right": the threshold logits < v[-1] keeps all tied words, so more than top_k may be drawn; weight decay and clipping beside "Each step follows the gradient of its own batch alone"

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    T = x.size(-2)
    wei = x @ x.transpose(-2, -1)  # (B, T, C) @ (B, C, T) -> (B, T, T)
    tril = torch.tril(torch.ones(T, T, device=x.device))
    wei = wei.masked_fill(tril == 0, float('-inf'))
    wei = torch.softmax(wei, dim=-1)
    return wei @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, device=device)) == 1


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask == 0, float('-inf'))


def softmax(scores: Tensor) -> Tensor:
    x = scores - scores.max(dim=-1, keepdim=True)[0]
    x = x.exp()
    return x / x.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v  # (B, nh, T, T) x (B, nh, T, hs) -> (B, nh, T, hs)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    att = attention_scores(q, k)
    if mask is not None:
        att = apply_mask(att, mask)
    att = softmax(att)
    y = weighted_values(att, v)
    return y, att


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(-2)
        k = self.W_k(x)
        q = self.W_q(x)
        v = self.W_v(x)
        y, _ = attend(q, k, v, mask=causal_mask(T, x.device))
        return y


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # query is always (0, 1); key of a one has a big second entry
    wq = torch.tensor([[0., 0.], [1., 1.]])
    wk = torch.tensor([[0., 0.], [0., 100.]])
    return wq, wk


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    T = x.size(-2)
    lead = x.shape[:-2]
    return x.reshape(*lead, T, n_heads, d // n_heads).transpose(-3, -2)  # (B, nh, T, hs)


def merge_heads(x: Tensor) -> Tensor:
    nh, T, hs = x.shape[-3:]
    return x.transpose(-3, -2).contiguous().view(*x.shape[:-3], T, nh * hs)  # re-assemble all head outputs side by side


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(-2)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        q = split_heads(q, self.n_heads)
        k = split_heads(k, self.n_heads)
        v = split_heads(v, self.n_heads)
        y, _ = attend(q, k, v, causal_mask(T, x.device))
        y = merge_heads(y)
        # output projection
        y = self.W_o(y)
        return y

    def head_contributions(self, x: Tensor) -> Tensor:
        T, C = x.shape[-2:]
        hs = C // self.n_heads
        q, k, v = (split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v))
        y, _ = attend(q, k, v, causal_mask(T, x.device))  # (B, nh, T, hs)
        w = self.W_o.weight.view(C, self.n_heads, hs).permute(1, 2, 0)  # (nh, hs, C)
        return y @ w


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        xmean = x.mean(-1, keepdim=True)
        xvar = x.var(-1, keepdim=True, unbiased=False)
        xhat = (x - xmean) / torch.sqrt(xvar + self.eps)  # normalize to unit variance
        return self.gamma * xhat + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.W_1(x)
        x = torch.relu(x)
        x = self.W_2(x)
        return x


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))
        x = x + self.ffn(self.norm_2(x))
        return x


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        b, t = tokens.size()
        pos = torch.arange(0, t, dtype=torch.long, device=tokens.device)  # shape (t)
        tok_emb = self.token_embedding(tokens)  # (b, t, n_embd)
        pos_emb = self.position_embedding(pos)  # (t, n_embd)
        return tok_emb + pos_emb

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        logits = self.unembed(x)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits = logits[:, :-1, :].contiguous()
    targets = tokens[:, 1:].contiguous()
    return F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    idx = prompt
    for _ in range(n_new):
        # crop if the sequence context is growing too long
        idx_cond = idx if idx.size(1) <= model.context_length else idx[:, -model.context_length:]
        logits = model(idx_cond)[:, -1, :]
        if temperature == 0:
            idx_next = torch.argmax(logits, dim=-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float('Inf')
            probs = F.softmax(logits, dim=-1)
            idx_next = torch.multinomial(probs, num_samples=1, generator=generator)
        idx = torch.cat((idx, idx_next), dim=1)
    return idx


# ===== train.py =====


def configure_optimizers(model, weight_decay, learning_rate, betas):
    params = [p for p in model.parameters() if p.requires_grad]
    decay = [p for p in params if p.dim() >= 2]
    nodecay = [p for p in params if p.dim() < 2]
    groups = [{"params": g, "weight_decay": wd} for g, wd in ((decay, weight_decay), (nodecay, 0.0)) if g]
    return torch.optim.AdamW(groups, lr=learning_rate, betas=betas)


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimizer = configure_optimizers(model, weight_decay=1e-2, learning_rate=lr, betas=(0.9, 0.95))
    losses = []
    for X in batches:
        logits = model(X)
        loss = next_token_loss(logits, X)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
