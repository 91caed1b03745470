# Code golf: everything in one expression, walrus, lambdas
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    return torch.stack([torch.softmax(x[..., :i + 1, :] @ x[..., i, :, None], -2).mT.matmul(x[..., :i + 1, :])[..., 0, :] for i in range(x.shape[-2])], -2)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.mT / k.shape[-1] ** .5


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(n, n, device=device).tril().bool()


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.where(mask, -math.inf)


def softmax(scores: Tensor) -> Tensor:
    return (e := (scores - scores.amax(-1, True)).exp()) / e.sum(-1, True)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    return weighted_values(w := softmax(s if mask is None else apply_mask(s, mask)) if (s := attention_scores(q, k)) is not None else None, v), w


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], x.device))[0]


find_ones_weights = lambda length: (torch.tensor([[0., 0.], [1., 1.]]), torch.tensor([[0., 0.], [0., 1e3]]))


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, -1), -3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(-3), -1)


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

    _A = lambda self, x: attend(*(split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v)), causal_mask(x.shape[-2], x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self._A(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        return self._A(x) @ torch.stack(self.W_o.weight.T.chunk(self.n_heads, 0))


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return (c := x - x.mean(-1, True)) / (c.square().mean(-1, True) + self.eps) ** .5 * self.gamma + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(self.W_1(x).clamp(min=0))


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return (t := x + self.attention(self.norm_1(x))) + self.ffn(self.norm_2(t))


# ===== lm.py =====
import functools

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        return self.token_embedding(tokens) + self.position_embedding.weight[:n]

    def forward(self, tokens: Tensor) -> Tensor:
        return self.unembed(self.final_norm(functools.reduce(lambda h, f: f(h), self.blocks, self.embed(tokens))))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    return F.cross_entropy(logits[:, :-1].mT, tokens[:, 1:])


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    for _ in range(n_new):
        v, i = model(prompt[:, -model.context_length:])[:, -1].sort(-1, descending=True)
        c = torch.zeros_like(i[:, :1]) if temperature == 0 else torch.multinomial(((v[:, :top_k] - v[:, :1]) / temperature).softmax(-1), 1, generator=generator)
        prompt = torch.cat([prompt, i.gather(1, c)], 1)
    return prompt


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr)
    step = lambda b: (opt.zero_grad(), (l := next_token_loss(model(b), b)).backward(), opt.step(), l.item())[-1]
    return [step(b) for b in batches]
