# fast.ai style: short names, @patch-like helpers, inplace where safe, Learner with callbacks
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn

inf = float('inf')


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    s = x @ x.transpose(-1, -2)
    m = torch.triu(x.new_ones(n, n), diagonal=1).bool()
    return s.masked_fill(m, -inf).softmax(-1) @ x


def attention_scores(q: Tensor, k: Tensor) -> Tensor: return (q @ k.transpose(-1, -2)).div(math.sqrt(q.shape[-1]))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.ones(n, n, device=device), diagonal=1).bool().logical_not()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor: return scores.masked_fill(mask.logical_not(), -inf)


def softmax(scores: Tensor) -> Tensor:
    e = (scores - scores.max(-1, keepdim=True)[0]).exp_()
    return e.div(e.sum(-1, keepdim=True))


def weighted_values(weights: Tensor, v: Tensor) -> Tensor: return weights @ v


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = attention_scores(q, k)
    if mask is not None: s = apply_mask(s, mask)
    a = softmax(s)
    return weighted_values(a, v), a


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    wq, wk = torch.zeros(2, 2), torch.zeros(2, 2)
    wq[0] = 1.
    wk[0, 0], wk[0, 1] = -25., 25.
    return wq, wk


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.view(*x.shape[:-1], n_heads, d // n_heads).transpose(-3, -2) if x.is_contiguous() else split_heads(x.contiguous(), n_heads)


def merge_heads(x: Tensor) -> Tensor:
    x = x.transpose(-3, -2).contiguous()
    return x.view(*x.shape[:-2], -1)


class MultiHeadAttention(nn.Module):

    def _apply_attention(self, x):
        wq, wk, wv = (split_heads(l(x), self.n_heads) for l in (self.W_q, self.W_k, self.W_v))
        return attend(wq, wk, wv, causal_mask(x.size(-2), x.device))[0]

    def forward(self, x: Tensor) -> Tensor: return self.W_o(merge_heads(self._apply_attention(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        a = self._apply_attention(x)
        ws = torch.stack(self.W_o.weight.chunk(self.n_heads, dim=1))
        return a @ ws.transpose(-1, -2)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        m = x.mean(-1, keepdim=True)
        v = x.var(-1, keepdim=True, unbiased=False)
        x = (x - m) / ((v + self.eps).sqrt())
        return x * self.gamma + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor: return self.W_2(self.W_1(x).relu_())


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        pos = torch.arange(0, n, device=tokens.device, dtype=tokens.dtype)
        return self.token_embedding(tokens) + self.position_embedding(pos)[None]

    def forward(self, tokens: Tensor) -> Tensor:
        inp = self.embed(tokens)
        for b in self.blocks: inp = b(inp)
        return self.unembed(self.final_norm(inp))


def log_softmax(x): return x - x.logsumexp(-1, keepdim=True)


def nll(input, target): return -input[range(target.shape[0]), target].mean()


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    inp, targ = logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()
    return nll(log_softmax(inp), targ)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    idxs = prompt
    for _ in range(n_new):
        with torch.no_grad(): res = model(idxs[:, -model.context_length:])[:, -1]
        if temperature == 0: idx = res.argmax(-1, keepdim=True)
        else:
            if top_k is not None:
                k = min(top_k, res.shape[-1])
                thresh = res.kthvalue(res.shape[-1] - k + 1, dim=-1, keepdim=True).values
                res = res.masked_fill(res < thresh, -float('inf'))
            probs = (res / temperature).softmax(-1)
            idx = torch.multinomial(probs, 1, generator=generator)
        idxs = torch.cat([idxs, idx], dim=-1)
    return idxs


# ===== train.py =====
from collections.abc import Iterable
from functools import partial

import torch
from lm import next_token_loss
from torch import Tensor, nn


class Learner:
    def __init__(self, model, loss_func, lr, opt_func=torch.optim.Adam):
        self.model, self.loss_func = model, loss_func
        self.opt = opt_func(model.parameters(), lr=lr)
        self.losses = []

    def one_batch(self, b):
        self.loss = self.loss_func(self.model(b), b)
        self.loss.backward()
        self.opt.step()
        self.opt.zero_grad()
        self.losses.append(self.loss.item())

    def fit(self, dl):
        self.model.train()
        self.opt.zero_grad()
        for b in dl: self.one_batch(b)


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    learn = Learner(model, next_token_loss, lr, opt_func=partial(torch.optim.AdamW, betas=(0.9, 0.99), weight_decay=0.01))
    learn.fit(batches)
    return learn.losses
