"""The lectures' sums, index by index, in float64: slow on purpose, and right by being readable.

Nothing here is fast, stable or batched. Every formula is the one on the slide, with Python loops for its indices, so
that it can be checked by eye; the tests then hold the reference against it. A sequence is an (n, d) array: row i is
token i. A weight matrix W acts as W x on one vector, which is x Wᵀ on rows, as in `nn.Linear`.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Weights = Mapping[str, Array]


def for_each_sequence(function: Callable[..., Array], *arrays: Array) -> Array:
    """Walk over the leading dimensions and treat every (rows, columns) matrix by itself."""
    leading = arrays[0].shape[:-2]
    if not leading:
        return function(*arrays)
    return np.stack([for_each_sequence(function, *(a[i] for a in arrays)) for i in range(leading[0])])


def part(weights: Weights, prefix: str) -> dict[str, Array]:
    """The weights of one submodule, under their own names."""
    return {name[len(prefix) :]: w for name, w in weights.items() if name.startswith(prefix)}


# --- part 1 --------------------------------------------------------------------------------------------------------


def dot(a: Array, b: Array) -> float:
    total = 0.0
    for i in range(len(a)):
        total += float(a[i]) * float(b[i])
    return total


def project(x: Array, W: Array) -> Array:
    """Row i becomes W x_i: entry o is Σ_f W_of x_if."""
    out = np.zeros((len(x), len(W)))
    for i in range(len(x)):
        for o in range(len(W)):
            out[i, o] = dot(W[o], x[i])
    return out


def simple_attention(x: Array) -> Array:
    n, d = x.shape
    a = np.zeros((n, d))
    for i in range(n):
        total = sum(math.exp(dot(x[i], x[j])) for j in range(i + 1))
        for j in range(i + 1):
            alpha = math.exp(dot(x[i], x[j])) / total
            for f in range(d):
                a[i, f] += alpha * x[j, f]
    return a


def attention_scores(q: Array, k: Array) -> Array:
    scores = np.zeros((len(q), len(k)))
    for i in range(len(q)):
        for j in range(len(k)):
            scores[i, j] = dot(q[i], k[j]) / math.sqrt(q.shape[1])
    return scores


def causal_mask(n: int) -> NDArray[np.bool_]:
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            mask[i, j] = j <= i
    return mask


def apply_mask(scores: Array, mask: NDArray[np.bool_]) -> Array:
    masked = scores.copy()
    for i in range(scores.shape[0]):
        for j in range(scores.shape[1]):
            if not mask[i, j]:
                masked[i, j] = -math.inf
    return masked


def softmax(scores: Array) -> Array:
    weights = np.zeros(scores.shape)
    for i in range(scores.shape[0]):
        total = sum(math.exp(s) for s in scores[i])
        for j in range(scores.shape[1]):
            weights[i, j] = math.exp(scores[i, j]) / total
    return weights


def weighted_values(weights: Array, v: Array) -> Array:
    a = np.zeros((weights.shape[0], v.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            for f in range(v.shape[1]):
                a[i, f] += weights[i, j] * v[j, f]
    return a


def attention_weights(q: Array, k: Array, mask: NDArray[np.bool_] | None = None) -> Array:
    scores = attention_scores(q, k)
    return softmax(scores if mask is None else apply_mask(scores, mask))


def attend(q: Array, k: Array, v: Array, mask: NDArray[np.bool_] | None = None) -> Array:
    return weighted_values(attention_weights(q, k, mask), v)


def attention_head(x: Array, w: Weights) -> Array:
    q, k, v = (project(x, w[f"{name}.weight"]) for name in ("W_q", "W_k", "W_v"))
    return attend(q, k, v, causal_mask(len(x)))


# --- part 2 --------------------------------------------------------------------------------------------------------


def split_heads(x: Array, n_heads: int) -> Array:
    n, d = x.shape
    width = d // n_heads
    out = np.zeros((n_heads, n, width))
    for c in range(n_heads):
        for i in range(n):
            for f in range(width):
                out[c, i, f] = x[i, c * width + f]
    return out


def merge_heads(x: Array) -> Array:
    n_heads, n, width = x.shape
    out = np.zeros((n, n_heads * width))
    for c in range(n_heads):
        for i in range(n):
            for f in range(width):
                out[i, c * width + f] = x[c, i, f]
    return out


def heads(x: Array, w: Weights, n_heads: int) -> Array:
    """What each head gathers, at its own width: one head after the other."""
    q, k, v = (split_heads(project(x, w[f"{name}.weight"]), n_heads) for name in ("W_q", "W_k", "W_v"))
    return np.stack([attend(q[c], k[c], v[c], causal_mask(len(x))) for c in range(n_heads)])


def multi_head_attention(x: Array, w: Weights, n_heads: int) -> Array:
    return project(merge_heads(heads(x, w, n_heads)), w["W_o.weight"])


def head_contributions(x: Array, w: Weights, n_heads: int) -> Array:
    """What head c writes: the output when every other head has found nothing."""
    found = heads(x, w, n_heads)
    contributions = []
    for c in range(n_heads):
        alone = np.zeros(found.shape)
        alone[c] = found[c]
        contributions.append(project(merge_heads(alone), w["W_o.weight"]))
    return np.stack(contributions)


# --- part 3 --------------------------------------------------------------------------------------------------------


def layer_norm(x: Array, w: Weights, eps: float = 1e-5) -> Array:
    n, d = x.shape
    out = np.zeros((n, d))
    for i in range(n):
        mu = sum(x[i, f] for f in range(d)) / d
        variance = sum((x[i, f] - mu) ** 2 for f in range(d)) / d
        for f in range(d):
            out[i, f] = w["gamma"][f] * (x[i, f] - mu) / math.sqrt(variance + eps) + w["beta"][f]
    return out


def feed_forward(x: Array, w: Weights) -> Array:
    hidden = project(x, w["W_1.weight"])
    for i in range(hidden.shape[0]):
        for f in range(hidden.shape[1]):
            hidden[i, f] = max(0.0, hidden[i, f] + w["W_1.bias"][f])
    return project(hidden, w["W_2.weight"]) + w["W_2.bias"]


def transformer_block(x: Array, w: Weights, n_heads: int) -> Array:
    t1 = layer_norm(x, part(w, "norm_1."))
    t2 = multi_head_attention(t1, part(w, "attention."), n_heads)
    t3 = t2 + x
    t4 = layer_norm(t3, part(w, "norm_2."))
    t5 = feed_forward(t4, part(w, "ffn."))
    return t5 + t3


# --- part 4 --------------------------------------------------------------------------------------------------------


def embed(tokens: list[int], w: Weights) -> Array:
    return np.stack([w["token_embedding.weight"][t] + w["position_embedding.weight"][i] for i, t in enumerate(tokens)])


def language_model(tokens: list[int], w: Weights, n_heads: int, n_layers: int) -> Array:
    h = embed(tokens, w)
    for layer in range(n_layers):
        h = transformer_block(h, part(w, f"blocks.{layer}."), n_heads)
    return project(layer_norm(h, part(w, "final_norm.")), w["unembed.weight"])


def next_token_loss(logits: Array, tokens: list[list[int]]) -> float:
    """The mean of −log P(w_{i+1} | w_≤i), over every row and every place that has a next token."""
    surprises = []
    for row in range(len(tokens)):
        p = softmax(logits[row])
        for i in range(len(tokens[row]) - 1):
            surprises.append(-math.log(p[i, tokens[row][i + 1]]))
    return sum(surprises) / len(surprises)


def next_word_probabilities(logits: list[float], temperature: float, top_k: int) -> list[float]:
    """What `generate` draws from, when no two logits are equal."""
    kept = sorted(range(len(logits)), key=lambda word: -logits[word])[:top_k]
    total = sum(math.exp(logits[word] / temperature) for word in kept)
    return [math.exp(logits[w] / temperature) / total if w in kept else 0.0 for w in range(len(logits))]
