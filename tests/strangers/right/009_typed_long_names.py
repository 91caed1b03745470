# An engineer with type hints, long names and private helpers, asserts on shapes
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====
from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor, nn

NEGATIVE_INFINITY: Final[float] = float("-inf")
_LAST: Final[int] = -1


def _transpose_last_two_dimensions(tensor: Tensor) -> Tensor:
    return tensor.transpose(-2, -1)


def simple_attention(x: Tensor) -> Tensor:
    number_of_tokens: int = x.shape[-2]
    similarity: Tensor = torch.matmul(x, _transpose_last_two_dimensions(x))
    visible: Tensor = causal_mask(number_of_tokens, device=x.device)
    masked_similarity: Tensor = similarity.masked_fill(torch.logical_not(visible), NEGATIVE_INFINITY)
    attention_weights: Tensor = torch.softmax(masked_similarity, dim=_LAST)
    return torch.matmul(attention_weights, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    key_dimension: int = k.shape[_LAST]
    assert q.shape[_LAST] == key_dimension
    scale: float = 1.0 / math.sqrt(key_dimension)
    return torch.matmul(q, _transpose_last_two_dimensions(k)).mul(scale)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    everything_visible: Tensor = torch.ones((n, n), dtype=torch.bool, device=device)
    return torch.tril(everything_visible, diagonal=0)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden: Tensor = torch.logical_not(mask)
    return torch.masked_fill(scores, hidden, NEGATIVE_INFINITY)


def softmax(scores: Tensor) -> Tensor:
    row_maximum, _ = torch.max(scores, dim=_LAST, keepdim=True)
    exponentials: Tensor = torch.exp(torch.sub(scores, row_maximum))
    normaliser: Tensor = torch.sum(exponentials, dim=_LAST, keepdim=True)
    return torch.div(exponentials, normaliser)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    assert weights.shape[-1] == v.shape[-2]
    return torch.matmul(weights, v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores: Tensor = attention_scores(q, k)
    masked_scores: Tensor = scores if mask is None else apply_mask(scores, mask)
    weights: Tensor = softmax(masked_scores)
    output: Tensor = weighted_values(weights, v)
    return output, weights


class AttentionHead(nn.Module):

    def _project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.W_q(x), self.W_k(x), self.W_v(x)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self._project(x)
        mask: Tensor = causal_mask(x.shape[-2], device=x.device)
        output, _weights = attend(queries, keys, values, mask)
        return output


def _required_score(length: int, leak: float) -> float:
    # one 1 against (length - 1) zeros: e^s / (e^s + length - 1) >= 1 - leak
    return math.log((1.0 - leak) / leak * max(length - 1, 1))


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    score: float = _required_score(length, leak=1e-6)
    query_matrix: Tensor = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    key_matrix: Tensor = torch.tensor([[0.0, 0.0], [0.0, score * math.sqrt(2.0)]], dtype=torch.float64)
    return query_matrix, key_matrix


# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    head_width: int = d // n_heads
    chunked: Tensor = x.unflatten(dim=-1, sizes=(n_heads, head_width))
    return chunked.movedim(source=-2, destination=-3)


def merge_heads(x: Tensor) -> Tensor:
    tokens_first: Tensor = x.movedim(source=-3, destination=-2)
    return tokens_first.flatten(start_dim=-2, end_dim=-1)


class MultiHeadAttention(nn.Module):

    def _attend_in_every_head(self, x: Tensor) -> Tensor:
        queries: Tensor = split_heads(self.W_q(x), self.n_heads)
        keys: Tensor = split_heads(self.W_k(x), self.n_heads)
        values: Tensor = split_heads(self.W_v(x), self.n_heads)
        mask: Tensor = causal_mask(x.shape[-2], device=x.device)
        head_outputs, _weights = attend(queries, keys, values, mask)
        return head_outputs

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self._attend_in_every_head(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        head_outputs: Tensor = self._attend_in_every_head(x)
        weight_of_each_head: Tensor = split_heads(self.W_o.weight, self.n_heads)
        return torch.matmul(head_outputs, weight_of_each_head.transpose(-2, -1))


# ===== block.py =====


class LayerNorm(nn.Module):

    def _statistics(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mean: Tensor = torch.mean(x, dim=-1, keepdim=True)
        variance: Tensor = torch.var(x, dim=-1, keepdim=True, correction=0)
        return mean, variance

    def forward(self, x: Tensor) -> Tensor:
        mean, variance = self._statistics(x)
        normalised: Tensor = torch.div(x - mean, torch.sqrt(variance + self.eps))
        return torch.add(torch.mul(self.gamma, normalised), self.beta)


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden: Tensor = self.W_1(x)
        activated: Tensor = torch.nn.functional.relu(hidden, inplace=False)
        return self.W_2(activated)


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        stream_after_attention: Tensor = x + self.attention(self.norm_1(x))
        stream_after_ffn: Tensor = stream_after_attention + self.ffn(self.norm_2(stream_after_attention))
        return stream_after_ffn


# ===== lm.py =====
import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn

GREEDY_TEMPERATURE: float = 0.0


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        token_vectors: Tensor = self.token_embedding(tokens)
        positions: Tensor = torch.arange(n, dtype=torch.int64, device=tokens.device)
        position_vectors: Tensor = self.position_embedding(positions)
        return torch.add(token_vectors, position_vectors.unsqueeze(0))

    def forward(self, tokens: Tensor) -> Tensor:
        stream: Tensor = self.embed(tokens)
        for block in self.blocks:
            stream = block(stream)
        normalised_stream: Tensor = self.final_norm(stream)
        return self.unembed(normalised_stream)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    predictions: Tensor = logits[:, :-1, :]
    targets: Tensor = tokens[:, 1:]
    log_probabilities: Tensor = torch.log_softmax(predictions, dim=-1)
    target_log_probabilities: Tensor = log_probabilities.gather(dim=-1, index=targets.unsqueeze(-1)).squeeze(-1)
    return target_log_probabilities.mean().neg()


def _keep_top_k(logits: Tensor, top_k: int | None) -> Tensor:
    vocab_size: int = logits.shape[-1]
    if top_k is None or top_k >= vocab_size:
        return logits
    _values, kept_indices = torch.topk(logits, k=top_k, dim=-1)
    keep: Tensor = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, kept_indices, True)
    return logits.masked_fill(~keep, float("-inf"))


def _draw_next_token(
    logits: Tensor, temperature: float, top_k: int | None, generator: torch.Generator | None
) -> Tensor:
    if temperature == GREEDY_TEMPERATURE:
        return torch.argmax(logits, dim=-1, keepdim=True)
    candidates: Tensor = _keep_top_k(logits, top_k)
    probabilities: Tensor = torch.softmax(candidates / temperature, dim=-1)
    return torch.multinomial(probabilities, num_samples=1, generator=generator)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was_training: bool = model.training
    model.eval()
    try:
        tokens: Tensor = prompt.clone()
        for _step in range(n_new):
            window: Tensor = tokens[:, -model.context_length :]
            last_logits: Tensor = model(window)[:, -1, :]
            next_token: Tensor = _draw_next_token(last_logits, temperature, top_k, generator)
            tokens = torch.cat((tokens, next_token), dim=1)
        return tokens
    finally:
        model.train(was_training)


# ===== train.py =====


def _training_step(model: nn.Module, tokens: Tensor, optimiser: torch.optim.Optimizer) -> float:
    optimiser.zero_grad(set_to_none=True)
    loss: Tensor = next_token_loss(model(tokens), tokens)
    loss.backward()
    optimiser.step()
    return loss.detach().item()


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimiser: torch.optim.Optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    return [_training_step(model, tokens, optimiser) for tokens in batches]
