# CS224n homework style: e_t / alpha_t names, comments with shapes
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5
# takes: weighted_values 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    ### YOUR CODE HERE (~8 lines)
    n = x.size(-2)
    a = []
    for t in range(n):
        e_t = torch.matmul(x[..., :t + 1, :], x[..., t, :].unsqueeze(-1)).squeeze(-1)   # (..., t+1)
        alpha_t = nn.functional.softmax(e_t, dim=-1)
        a_t = torch.matmul(alpha_t.unsqueeze(-2), x[..., :t + 1, :]).squeeze(-2)        # (..., d)
        a.append(a_t)
    return torch.stack(a, dim=-2)
    ### END YOUR CODE


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    ### YOUR CODE HERE
    d_k = q.size(-1)
    e = torch.matmul(q / math.sqrt(d_k), k.transpose(-1, -2))
    return e
    ### END YOUR CODE


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(n, n, dtype=torch.uint8, device=device).tril().to(torch.bool)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    e = scores.clone()
    e = e.masked_fill_((~mask).expand_as(e), -float('inf'))
    return e


def softmax(scores: Tensor) -> Tensor:
    m, _ = scores.max(dim=-1, keepdim=True)     # for numerical stability
    e = torch.exp(scores - m)
    alpha = e / e.sum(dim=-1).unsqueeze(-1)
    return alpha


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    e_t = attention_scores(q, k)
    if mask is not None:
        e_t = apply_mask(e_t, mask)
    alpha_t = softmax(e_t)
    a_t = weighted_values(alpha_t, v)
    return a_t, alpha_t


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = self.W_q(x)     # (b, n, h)
        k = self.W_k(x)     # (b, n, h)
        v = self.W_v(x)     # (b, n, h)
        a, alpha = attend(q, k, v, causal_mask(x.size(-2), device=x.device))
        return a


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    beta = 10 + 2 * math.log(1000 * length)
    W_q = torch.ones(2, 2)
    W_k = torch.tensor([[0.0, beta / 2], [0.0, beta / 2]])
    return W_q, W_k


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    size = x.size()[:-1]
    return x.reshape(*size, n_heads, d // n_heads).transpose(-2, -3)    # (B, nh, T, hs)


def merge_heads(x: Tensor) -> Tensor:
    x = x.transpose(-2, -3)                 # (B, T, nh, hs)
    return x.reshape(*x.size()[:-2], -1)    # (B, T, C)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        k = split_heads(self.W_k(x), self.n_heads)      # (B, nh, T, hs)
        q = split_heads(self.W_q(x), self.n_heads)      # (B, nh, T, hs)
        v = split_heads(self.W_v(x), self.n_heads)      # (B, nh, T, hs)
        y, att = attend(q, k, v, causal_mask(x.size(-2), x.device))
        return self.W_o(merge_heads(y))

    def head_contributions(self, x: Tensor) -> Tensor:
        k = split_heads(self.W_k(x), self.n_heads)
        q = split_heads(self.W_q(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        y, att = attend(q, k, v, causal_mask(x.size(-2), x.device))
        # keep one head, zero the others, and send that through W_o
        out = []
        for c in range(self.n_heads):
            keep = torch.zeros(self.n_heads, 1, 1, dtype=y.dtype, device=y.device)
            keep[c] = 1.0
            out.append(self.W_o(merge_heads(y * keep)))
        return torch.stack(out, dim=-3)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1).unsqueeze(-1)
        sigma2 = (x - mu).pow(2).mean(dim=-1).unsqueeze(-1)
        return torch.mul(self.gamma, (x - mu) / (sigma2 + self.eps).sqrt()) + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x_proj = nn.functional.relu(self.W_1(x))
        return self.W_2(x_proj)


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t3 = self.attention(t1) + x
        t4 = self.norm_2(t3)
        return self.ffn(t4) + t3


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = torch.arange(n, device=tokens.device).expand(tokens.size(0), n)     # (B, n)
        x = self.token_embedding(tokens)                                                # (B, n, d)
        x = x + self.position_embedding(positions)
        return x

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        logits = self.unembed(self.final_norm(h))       # (B, n, V)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    P = F.log_softmax(logits, dim=-1)
    # log prob of the gold words
    gold = torch.gather(P[:, :-1], index=tokens[:, 1:].unsqueeze(-1), dim=-1).squeeze(-1)
    return -gold.sum() / gold.numel()


def sample_from(logits, k, generator):
    if k is not None and k < logits.size(-1):
        v, ix = torch.topk(logits, k)
        out = logits.clone()
        out[out < v[:, [-1]]] = -float('inf')
        logits = out
    return torch.multinomial(F.softmax(logits, dim=-1), num_samples=1, generator=generator)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was_training = model.training
    model.eval()
    x = prompt
    with torch.no_grad():
        for k in range(n_new):
            x_cond = x if x.size(1) <= model.context_length else x[:, -model.context_length:]   # crop context if needed
            logits = model(x_cond)[:, -1, :]
            if temperature == 0:
                _, ix = torch.topk(logits, k=1, dim=-1)
            else:
                ix = sample_from(logits / temperature, top_k, generator)
            x = torch.cat((x, ix), dim=1)
    if was_training:
        model.train()
    return x


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95))
    losses = []
    for it, x in enumerate(batches):
        # forward the model
        with torch.set_grad_enabled(True):
            logits = model(x)
            loss = next_token_loss(logits, x)
        losses.append(loss.item())
        # backprop and update the parameters
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return losses
