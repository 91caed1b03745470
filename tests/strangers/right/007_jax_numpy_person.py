# A JAX/NumPy person: einsum, jnp-like names, vmap-free broadcasting, pure functions on weights, where masks
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====
import numpy as np
import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    logits = torch.einsum("...id,...jd->...ij", x, x)
    i = torch.arange(n, device=x.device)
    logits = torch.where(i[:, None] >= i[None, :], logits, -torch.inf)
    return torch.einsum("...ij,...jd->...id", torch.softmax(logits, -1), x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return torch.einsum("...id,...jd->...ij", q, k) / np.sqrt(k.shape[-1])


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(n, device=device)
    return i[:, None] >= i[None, :]


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.where(mask, scores, -np.inf)


def softmax(scores: Tensor) -> Tensor:
    unnormalized = torch.exp(scores - torch.amax(scores, -1, keepdim=True).detach())
    return unnormalized / torch.sum(unnormalized, -1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...ij,...jd->...id", weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    logits = attention_scores(q, k)
    logits = logits if mask is None else apply_mask(logits, mask)
    probs = softmax(logits)
    return weighted_values(probs, v), probs


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = torch.einsum("...nd,hd->...nh", x, self.W_q.weight)
        k = torch.einsum("...nd,hd->...nh", x, self.W_k.weight)
        v = torch.einsum("...nd,hd->...nh", x, self.W_v.weight)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.from_numpy(np.array([[0.0, 0.0], [1.0, 1.0]]))
    W_k = torch.from_numpy(np.diag([0.0, np.sqrt(2) * np.log(1e5 * length)]))
    return W_q, W_k


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = torch.reshape(x, x.shape[:-1] + (n_heads, d // n_heads))
    return torch.swapaxes(x, -2, -3)


def merge_heads(x: Tensor) -> Tensor:
    x = torch.swapaxes(x, -2, -3)
    return torch.reshape(x, x.shape[:-2] + (x.shape[-2] * x.shape[-1],))


class MultiHeadAttention(nn.Module):

    def _heads(self, x):
        n = x.shape[-2]
        w = lambda p: p.weight.reshape(self.n_heads, -1, x.shape[-1])
        q = torch.einsum("...nd,hkd->...hnk", x, w(self.W_q))
        k = torch.einsum("...nd,hkd->...hnk", x, w(self.W_k))
        v = torch.einsum("...nd,hkd->...hnk", x, w(self.W_v))
        return attend(q, k, v, causal_mask(n, x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        wo = self.W_o.weight.reshape(x.shape[-1], self.n_heads, -1)
        return torch.einsum("...hnk,ohk->...no", self._heads(x), wo)

    def head_contributions(self, x: Tensor) -> Tensor:
        wo = self.W_o.weight.reshape(x.shape[-1], self.n_heads, -1)
        return torch.einsum("...hnk,ohk->...hno", self._heads(x), wo)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = torch.mean(x, -1, keepdim=True)
        variance = torch.mean(torch.square(x - mean), -1, keepdim=True)
        inv = self.gamma * torch.rsqrt(variance + self.eps)
        return inv * (x - mean) + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = torch.einsum("...d,fd->...f", x, self.W_1.weight) + self.W_1.bias
        h = torch.maximum(h, torch.zeros((), dtype=h.dtype, device=h.device))
        return torch.einsum("...f,df->...d", h, self.W_2.weight) + self.W_2.bias


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = x + self.attention(self.norm_1(x))
        return h + self.ffn(self.norm_2(h))


# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        return self.token_embedding.weight[tokens] + self.position_embedding.weight[:n]

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.einsum("bnd,vd->bnv", self.final_norm(h), self.unembed.weight)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits, targets = logits[:, :-1], tokens[:, 1:]
    log_z = torch.logsumexp(logits, dim=-1)
    target_logits = torch.take_along_dim(logits, targets[..., None], dim=-1)[..., 0]
    return torch.mean(log_z - target_logits)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    def categorical(logits):
        u = torch.rand(logits.shape, generator=generator, device=logits.device, dtype=torch.float64)
        gumbel = -torch.log(-torch.log(u.clamp(1e-300, 1 - 1e-16)))
        return torch.argmax(logits.double() + gumbel, dim=-1)

    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            nxt = torch.argmax(logits, dim=-1)
        else:
            if top_k is not None and top_k < logits.shape[-1]:
                kth = torch.sort(logits, dim=-1)[0][:, -top_k][:, None]
                logits = torch.where(logits < kth, -torch.inf, logits)
            nxt = categorical(logits / temperature)
        tokens = torch.concatenate([tokens, nxt[:, None]], dim=1)
    return tokens


# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    params = [p for p in model.parameters()]
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=1e-4)

    def value_and_grad(tokens):
        loss = next_token_loss(model(tokens), tokens)
        return loss, torch.autograd.grad(loss, params, allow_unused=True)

    history = []
    for tokens in batches:
        loss, grads = value_and_grad(tokens)
        for p, g in zip(params, grads):
            p.grad = g
        opt.step()
        history.append(float(loss.detach()))
    return history
