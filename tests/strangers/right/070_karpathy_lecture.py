# Karpathy's "Let's build GPT" lecture: B, T, C = logits.shape and view, idx_next, AdamW loop
# 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        # calculate the forward pass
        xmean = x.mean(-1, keepdim=True)  # token mean
        xvar = ((x - xmean) ** 2).mean(-1, keepdim=True)  # token variance (biased)
        xhat = (x - xmean) / torch.sqrt(xvar + self.eps)
        self.out = None
        return self.gamma * xhat + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        net = (self.W_1, nn.ReLU(), self.W_2)
        for layer in net:
            x = layer(x)
        return x


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))  # communication
        x = x + self.ffn(self.norm_2(x))  # computation
        return x


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        B, T = tokens.shape
        tok_emb = self.token_embedding(tokens)  # (B,T,C)
        pos_emb = self.position_embedding(torch.arange(T, device=tokens.device))  # (T,C)
        return tok_emb + pos_emb  # (B,T,C)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)  # (B,T,C)
        logits = self.unembed(x)  # (B,T,vocab_size)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits, targets = logits[:, :-1, :], tokens[:, 1:]
    B, T, C = logits.shape
    logits = logits.reshape(B * T, C)
    targets = targets.reshape(B * T)
    loss = F.cross_entropy(logits, targets)
    return loss


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    # idx is (B, T) array of indices in the current context
    idx = prompt
    for _ in range(n_new):
        # crop idx to the last block_size tokens
        idx_cond = idx[:, -model.context_length:]
        logits = model(idx_cond)
        # focus only on the last time step
        logits = logits[:, -1, :]  # becomes (B, C)
        if temperature == 0:
            idx_next = logits.argmax(dim=-1, keepdim=True)
            idx = torch.cat((idx, idx_next), dim=1)
            continue
        probs = F.softmax(logits / temperature, dim=-1)  # (B, C)
        if top_k is not None:
            topk_probs, topk_indices = torch.topk(probs, min(top_k, probs.size(-1)), dim=-1)
            ix = torch.multinomial(topk_probs, 1, generator=generator)  # (B, 1), multinomial rescales
            idx_next = torch.gather(topk_indices, -1, ix)
        else:
            idx_next = torch.multinomial(probs, num_samples=1, generator=generator)  # (B, 1)
        idx = torch.cat((idx, idx_next), dim=1)  # (B, T+1)
    return idx


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    # create a PyTorch optimizer
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    lossi = []
    for xb in batches:
        # evaluate the loss
        logits = model(xb)
        loss = next_token_loss(logits, xb)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        lossi.append(loss.item())
    return lossi
