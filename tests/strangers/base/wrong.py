# What several answers of wrong/ have in common; see tests/strangers/pieces.py.

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    out = torch.empty_like(x)
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        w = torch.softmax(torch.einsum("...d,...jd->...j", x[..., i, :], past), dim=-1)
        out[..., i, :] = torch.einsum("...j,...jd->...d", w, past)
    return out


def simple_attention(x: Tensor) -> Tensor:
    rows = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        scores = (seen * x[..., i : i + 1, :]).sum(dim=-1)
        alpha = torch.softmax(scores, dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x: Tensor) -> Tensor:
    n = x.size(-2)
    s = x @ x.transpose(-1, -2)
    allowed = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    s = s.masked_fill(~allowed, float("-inf"))
    return torch.softmax(s, dim=-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return torch.einsum("...nd,...md->...nm", q, k) * k.size(-1) ** -0.5


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    raw = torch.matmul(q, k.mT)
    return raw / k.shape[-1] ** 0.5


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.ones(n, n, device=device).triu(diagonal=1).bool()


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(n, device=device)
    return i[None, :] <= i[:, None]


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, float("-inf"))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = torch.logical_not(mask)
    return torch.masked_fill(scores, hidden, float("-inf"))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, -math.inf)


def softmax(scores: Tensor) -> Tensor:
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.amax(-1, keepdim=True)
    e = shifted.exp()
    return e / e.sum(-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(weights, v)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...nm,...md->...nd", weights, v)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = attention_scores(q, k)
    alpha = softmax(s if mask is None else apply_mask(s, mask))
    out = weighted_values(alpha, v)
    return out, alpha


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        n = x.size(-2)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask=causal_mask(n, x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # 100 / sqrt(2) = 70.7, and e^70 beats any 100,000 zeros
    W_q = torch.tensor([[0.0, 0.0], [10.0, 10.0]])
    W_k = 10.0 * torch.eye(2)
    return W_q, W_k


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    s = math.sqrt(2) * math.log(2000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, s]])
    return W_q, W_k


# ===== multihead.py =====
import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.unflatten(-1, (n_heads, d // n_heads)).transpose(-3, -2)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.reshape(*x.shape[:-1], n_heads, d // n_heads)
    return x.movedim(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(-3, -2).flatten(-2)


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, dh = x.shape
    return x.transpose(-3, -2).reshape(*lead, n, h * dh)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1)


class MultiHeadAttention(nn.Module):

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width")
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        out = attend(q, k, v, causal_mask(x.size(-2), x.device))[0]
        return self.W_o(merge_heads(out))

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(heads))

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads = attend(q, k, v, causal_mask(x.size(-2), x.device))[0]
        width = heads.shape[-1]
        parts = []
        for c in range(self.n_heads):
            columns = self.W_o.weight[:, c * width : (c + 1) * width]
            parts.append(heads[..., c, :, :] @ columns.T)
        return torch.stack(parts, dim=-3)

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        w_o = split_heads(self.W_o.weight, self.n_heads)
        return heads @ w_o.transpose(-1, -2)


# ===== block.py =====
import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        normed = (x - mean) / torch.sqrt(var + self.eps)
        return self.gamma * normed + self.beta

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(-1, keepdim=True)
        variance = centred.pow(2).mean(-1, keepdim=True)
        return centred * torch.rsqrt(variance + self.eps) * self.gamma + self.beta


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.W_1(x))
        return self.W_2(hidden)

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(self.W_1(x).clamp(min=0))


class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + t3

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))


# ===== lm.py =====
import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):

    def __init__(
        self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int
    ) -> None:
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        return self.token_embedding(tokens) + self.position_embedding.weight[:n]

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(places)

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for layer in self.blocks:
            x = layer(x)
        x = self.final_norm(x)
        logits = self.unembed(x)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logp = F.log_softmax(logits[:, :-1], dim=-1)
    picked = logp.gather(-1, tokens[:, 1:, None])
    return -picked.mean()


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    return F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:])


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    predictions = logits[:, :-1, :]
    targets = tokens[:, 1:]
    return F.cross_entropy(predictions.reshape(-1, predictions.shape[-1]), targets.reshape(-1))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt
    for _ in range(n_new):
        with torch.no_grad():
            last = model(out[:, -model.context_length :])[:, -1]
        if temperature == 0 or top_k == 1:
            nxt = last.argmax(-1, keepdim=True)
        else:
            k = last.shape[-1] if top_k is None else min(top_k, last.shape[-1])
            values, words = last.topk(k, dim=-1)
            pick = torch.multinomial(F.softmax(values / temperature, dim=-1), 1, generator=generator)
            nxt = words.gather(-1, pick)
        out = torch.cat((out, nxt), dim=-1)
    return out


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
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1, :]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    best = torch.topk(logits, min(top_k, logits.shape[-1]), dim=-1)
                    logits = torch.full_like(logits, float("-inf")).scatter(-1, best.indices, best.values)
                probs = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probs, 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


# ===== train.py =====
from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn
