# What the answers of later/ have in common: the reference, without its docstrings; see tests/strangers/pieces.py.

# ===== attention.py =====
import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    # BEGIN SOLUTION 1.1 (about eight lines)
    outputs = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]  # (..., i+1, d)  x_1 … x_i
        current = x[..., i : i + 1, :]  # (..., 1, d)
        scores = (current * seen).sum(dim=-1)  # (..., i+1)  x_i · x_j
        alpha = torch.softmax(scores, dim=-1)  # (..., i+1)
        outputs.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))  # (..., d)  a_i
    return torch.stack(outputs, dim=-2)  # (..., n, d)
    # END SOLUTION


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # BEGIN SOLUTION 1.2 (about two lines)
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (..., n, d_k) @ (..., d_k, m) -> (..., n, m)
    # END SOLUTION


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    # BEGIN SOLUTION 1.3 (about one line)
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()  # (n, n)
    # END SOLUTION


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    # BEGIN SOLUTION 1.3 (about one line)
    return scores.masked_fill(~mask, -math.inf)  # (..., n, m)
    # END SOLUTION


def softmax(scores: Tensor) -> Tensor:
    # BEGIN SOLUTION 1.4 (about three lines)
    # The shift cancels out of the fraction, and so it needs no gradient of its own.
    largest = scores.amax(dim=-1, keepdim=True).detach()  # (..., 1)  finite: one key is always visible
    exps = torch.exp(scores - largest)  # (..., m)  between 0 and 1; e^{−∞} is exactly 0
    return exps / exps.sum(dim=-1, keepdim=True)  # (..., m)
    # END SOLUTION


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    # BEGIN SOLUTION 1.5 (about one line)
    return weights @ v  # (..., n, m) @ (..., m, d_v) -> (..., n, d_v)
    # END SOLUTION


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    # BEGIN SOLUTION 1.6 (about five lines)
    scores = attention_scores(q, k)  # (..., n, m)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)  # (..., n, m)
    return weighted_values(weights, v), weights  # (..., n, d_v), (..., n, m)
    # END SOLUTION


class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        # BEGIN SOLUTION 1.6 (about four lines)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)  # each (..., n, d_head)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)
        output, _ = attend(q, k, v, mask)  # (..., n, d_head)
        return output
        # END SOLUTION


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # BEGIN SOLUTION 1.7 (about four lines)
    # A zero scores 0 and a one scores s, so even a single one gets e^s / (e^s + length − 1).
    # With e^s = 10,000 · length that is above 0.9999; s grows only with ln(length).
    score_of_a_one = math.log(10_000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])  # E(W^Q)ᵀ is (0, 1) in every row: all ask for a 1
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)  # the booster; √2 undoes the division in the scores
    return W_q, W_k
    # END SOLUTION

# ===== multihead.py =====
import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # BEGIN SOLUTION 2.1 (about two lines)
    chunks = x.unflatten(-1, (n_heads, d // n_heads))  # (..., n, d) -> (..., n, h, d/h)
    return chunks.transpose(-3, -2)  # (..., h, n, d/h)
    # END SOLUTION


def merge_heads(x: Tensor) -> Tensor:
    # BEGIN SOLUTION 2.1 (about two lines)
    chunks = x.transpose(-3, -2)  # (..., h, n, d/h) -> (..., n, h, d/h)
    return chunks.flatten(-2)  # (..., n, d)
    # END SOLUTION


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
        # BEGIN SOLUTION 2.2 (about six lines)
        q = split_heads(self.W_q(x), self.n_heads)  # (..., n, d) -> (..., h, n, d/h)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)  the same for every head
        heads, _ = attend(q, k, v, mask)  # (..., h, n, d/h)
        return self.W_o(merge_heads(heads))  # (..., n, d)
        # END SOLUTION

    def head_contributions(self, x: Tensor) -> Tensor:
        # BEGIN SOLUTION 2.3 (about eight lines)
        q = split_heads(self.W_q(x), self.n_heads)  # (..., h, n, d/h)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)
        heads, _ = attend(q, k, v, mask)  # (..., h, n, d/h)
        # W_o.weight is (d_out, d_in): its columns, cut as the heads are, give one small matrix for each head.
        W_o_by_head = split_heads(self.W_o.weight, self.n_heads)  # (h, d, d/h)
        return heads @ W_o_by_head.transpose(-2, -1)  # (..., h, n, d/h) @ (h, d/h, d) -> (..., h, n, d)
        # END SOLUTION

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
        # BEGIN SOLUTION 3.1 (about four lines)
        centred = x - x.mean(dim=-1, keepdim=True)  # (..., d)  x − μ
        variance = (centred**2).mean(dim=-1, keepdim=True)  # (..., 1)  σ²
        normalised = centred / torch.sqrt(variance + self.eps)  # (..., d)
        return self.gamma * normalised + self.beta  # (..., d)
        # END SOLUTION


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        # BEGIN SOLUTION 3.2 (about two lines)
        hidden = torch.relu(self.W_1(x))  # (..., d) -> (..., d_ff)
        return self.W_2(hidden)  # (..., d)
        # END SOLUTION


class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        # BEGIN SOLUTION 3.3 (about six lines)
        t1 = self.norm_1(x)  # every step is (..., n, d)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + t3
        # END SOLUTION

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
        # BEGIN SOLUTION 4.1 (about two lines)
        positions = torch.arange(n, device=tokens.device)  # (n,)
        return self.token_embedding(tokens) + self.position_embedding(positions)  # (B, n, d) + (n, d) -> (B, n, d)
        # END SOLUTION

    def forward(self, tokens: Tensor) -> Tensor:
        # BEGIN SOLUTION 4.2 (about four lines)
        h = self.embed(tokens)  # (B, n) -> (B, n, d)
        for block in self.blocks:
            h = block(h)  # (B, n, d)
        return self.unembed(self.final_norm(h))  # (B, n, vocab)
        # END SOLUTION


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    # BEGIN SOLUTION 4.3 (about three lines)
    predictions = logits[:, :-1].flatten(0, 1)  # (B·(n−1), vocab)  places 1 … n−1
    targets = tokens[:, 1:].flatten()  # (B·(n−1),)  what came next: w_2 … w_n
    return F.cross_entropy(predictions, targets)  # ()
    # END SOLUTION


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    # BEGIN SOLUTION 4.4 (about sixteen lines)
    was_training = model.training
    model.eval()
    tokens = prompt  # (B, n), one column longer after each step
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]  # (B, at most context_length)
            logits = model(window)[:, -1]  # (B, vocab)  the last place predicts the new word
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]  # (B, 1)
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)  # (B, 1)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)  # (B, vocab)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)  # (B, 1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
    # END SOLUTION

# ===== train.py =====
from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    # BEGIN SOLUTION 4.5 (about ten lines)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)  # ()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
    # END SOLUTION
