# lucidrains: einsum everywhere, exists/default helpers, max_neg_value, top_k filter, gumbel sample
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====
import math

import torch
from torch import Tensor, einsum, nn


def exists(val):
    return val is not None


def max_neg_value(t):
    return -torch.finfo(t.dtype).max


def simple_attention(x: Tensor) -> Tensor:
    n, device = x.shape[-2], x.device
    sim = einsum('... i d, ... j d -> ... i j', x, x)
    causal = torch.ones((n, n), dtype=torch.bool, device=device).triu(1)
    sim = sim.masked_fill(causal, max_neg_value(sim))
    attn = sim.softmax(dim=-1)
    return einsum('... i j, ... j d -> ... i d', attn, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = q.shape[-1] ** -0.5
    return einsum('... i d, ... j d -> ... i j', q * scale, k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.ones((n, n), dtype=torch.bool, device=device).triu(1)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, max_neg_value(scores))


def softmax(scores: Tensor) -> Tensor:
    sim = scores - scores.amax(dim=-1, keepdim=True).detach()
    sim = sim.exp()
    return sim / sim.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return einsum('... i j, ... j d -> ... i d', weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    sim = attention_scores(q, k)

    if exists(mask):
        sim = apply_mask(sim, mask)

    attn = softmax(sim)
    return weighted_values(attn, v), attn


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = map(lambda proj: proj(x), (self.W_q, self.W_k, self.W_v))
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    to_q = torch.tensor([[-1., -1.], [1., 1.]])
    to_k = 40. * torch.eye(2)
    return to_q, to_k


# ===== multihead.py =====
import torch
from attention import attend, causal_mask
from torch import Tensor, einsum, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # rearrange(x, '... n (h d) -> ... h n d', h = n_heads)
    *lead, n, _ = x.shape
    return x.reshape(*lead, n, n_heads, d // n_heads).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    # rearrange(x, '... h n d -> ... n (h d)')
    *lead, h, n, d = x.shape
    return x.transpose(-2, -3).reshape(*lead, n, h * d)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n, h, device = x.shape[-2], self.n_heads, x.device
        q, k, v = map(lambda t: split_heads(t, h), (self.W_q(x), self.W_k(x), self.W_v(x)))
        out, _ = attend(q, k, v, mask=causal_mask(n, device))
        out = merge_heads(out)
        return self.W_o(out)

    def head_contributions(self, x: Tensor) -> Tensor:
        n, h, device = x.shape[-2], self.n_heads, x.device
        q, k, v = map(lambda t: split_heads(t, h), (self.W_q(x), self.W_k(x), self.W_v(x)))
        out, _ = attend(q, k, v, mask=causal_mask(n, device))
        wo = self.W_o.weight.reshape(-1, h, out.shape[-1])  # o (h d) -> o h d
        return einsum('... h n d, o h d -> ... h n o', out, wo)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        var, mean = torch.var_mean(x, dim=-1, unbiased=False, keepdim=True)
        return (x - mean) * (var + self.eps).rsqrt() * self.gamma + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return nn.Sequential(self.W_1, nn.ReLU(), self.W_2)(x)


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        for norm, fn in ((self.norm_1, self.attention), (self.norm_2, self.ffn)):
            x = fn(norm(x)) + x
        return x


# ===== lm.py =====


def exists(val):
    return val is not None


def log(t, eps=1e-20):
    return torch.log(t.clamp(min=eps))


def gumbel_noise(t, generator=None):
    noise = torch.rand(t.shape, dtype=t.dtype, device=t.device, generator=generator)
    return -log(-log(noise))


def gumbel_sample(t, temperature=1., dim=-1, generator=None):
    return ((t / max(temperature, 1e-10)) + gumbel_noise(t, generator)).argmax(dim=dim, keepdim=True)


def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    val, ind = torch.topk(logits, k)
    probs = torch.full_like(logits, float('-inf'))
    return probs.scatter(1, ind, val)


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        x = self.token_embedding(tokens)
        pos_emb = self.position_embedding(torch.arange(n, device=tokens.device))
        return x + pos_emb[None, :]

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
    logits, labels = logits[:, :-1], tokens[:, 1:]
    # b n c -> b c n
    return F.cross_entropy(logits.transpose(1, 2), labels)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt.clone()

    for _ in range(n_new):
        logits = model(out[:, -model.context_length:])[:, -1]

        if exists(top_k):
            logits = top_k_filter(logits, top_k)

        if temperature == 0.:
            sample = logits.argmax(dim=-1, keepdim=True)
        else:
            sample = gumbel_sample(logits, temperature=temperature, generator=generator)

        out = torch.cat((out, sample), dim=-1)

    return out


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []

    for data in batches:
        model.train()
        loss = next_token_loss(model(data), data)
        optim.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optim.step()
        losses.append(loss.item())

    return losses
