"""Weights for parts 3 and 4 that let no mistake hide, and sizes to go with them.

In a fresh model every norm has γ = 1 and β = 0, every bias is near 0 and all layers look alike: a forgotten β, two
norms in each other's place or a block used twice would hardly show. Here every norm and every layer is different.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from weights import State, mha_weights

from softmark.checks import Weights, is_array, require, shape_of


def norm_weights(weights: Weights, d_model: int) -> State:
    """γ far from 1 and of both signs, β far from 0; another pair at every call."""
    return {"gamma": 0.75 + weights.numbers(d_model), "beta": weights.numbers(d_model)}


def ffn_weights(weights: Weights, d_model: int, d_ff: int) -> State:
    """Both maps with biases that matter."""
    return {
        "W_1.weight": weights.matrix(d_ff, d_model),
        "W_1.bias": weights.numbers(d_ff),
        "W_2.weight": weights.matrix(d_model, d_ff),
        "W_2.bias": weights.numbers(d_model),
    }


def block_weights(weights: Weights, d_model: int, d_ff: int) -> State:
    """A `TransformerBlock`: its two norms differ, and attention and the network write about equally much."""
    return {
        **named("norm_1", norm_weights(weights, d_model)),
        **named("attention", mha_weights(weights, d_model)),
        **named("norm_2", norm_weights(weights, d_model)),
        **named("ffn", ffn_weights(weights, d_model, d_ff)),
    }


def lm_weights(weights: Weights, vocab: int, context: int, d_model: int, n_layers: int, d_ff: int) -> State:
    """A `TransformerLM`: words and places weigh the same, and no two layers are alike."""
    made = {
        "token_embedding.weight": weights.numbers(vocab, d_model),
        "position_embedding.weight": weights.numbers(context, d_model),
    }
    for layer in range(n_layers):
        made |= named(f"blocks.{layer}", block_weights(weights, d_model, d_ff))
    return (
        made | named("final_norm", norm_weights(weights, d_model)) | {"unembed.weight": weights.matrix(vocab, d_model)}
    )


def fresh_lm_weights(weights: Weights, vocab: int, context: int, d_model: int, d_ff: int) -> State:
    """A `TransformerLM` of one layer to set off from, which learns in a few steps.

    Its words lie far apart and it attends to all of them evenly, so what it has seen is plain to tell at the last
    place; it predicts little yet.
    """
    ones, zeros = weights.numbers(d_model, scale=0.0) + 1.0, weights.numbers(d_model, scale=0.0)
    norm = {"gamma": ones, "beta": zeros}
    passed_on = torch.eye(d_model)
    attention = {
        "W_q.weight": weights.matrix(d_model, d_model, gain=0.25),
        "W_k.weight": weights.matrix(d_model, d_model, gain=0.25),
        "W_v.weight": weights.matrix(d_model, d_model, gain=0.25) + passed_on,
        "W_o.weight": weights.matrix(d_model, d_model, gain=0.25) + passed_on,
    }
    ffn = {
        name: part / 8 if name.endswith("bias") else part / 4
        for name, part in ffn_weights(weights, d_model, d_ff).items()
    }
    block = named("norm_1", norm) | named("attention", attention) | named("norm_2", norm) | named("ffn", ffn)
    word = torch.arange(d_model) % vocab == torch.arange(vocab).unsqueeze(1)  # each has entries of its own
    return {
        "token_embedding.weight": weights.numbers(vocab, d_model, scale=0.25) + 3.0 * word,
        "position_embedding.weight": weights.numbers(context, d_model, scale=0.1),
        **named("blocks.0", block),
        **named("final_norm", norm),
        "unembed.weight": weights.matrix(vocab, d_model, gain=0.3),
    }


def named(part: str, state: State) -> State:
    """The weights of a part, under the names they have in the whole."""
    return {f"{part}.{name}": value for name, value in state.items()}


def weights_now(model: Any, before: State) -> State:
    """The model's weights as they are now. A model that has lost some is a wrong answer, and not a fault of ours."""
    found = model.weights()
    for name, old in before.items():
        there = isinstance(found, dict) and is_array(found.get(name)) and shape_of(found[name]) == shape_of(old)
        require(there, f"the model has no parameter {name} of its former shape any more")
    return {name: found[name] for name in before}


@dataclass(frozen=True)
class Sizes:
    """The sizes of a small model and its input, all different from each other."""

    batch: int
    n: int
    n_heads: int
    d_model: int
    d_ff: int
    vocab: int
    context: int


def model_sizes(draw: Any) -> Sizes:
    """Small sizes, pairwise distinct, with n_heads dividing d_model and n below the context length.

    What code may make of them (n − 1, the width of a head, squares) differs from all of them too.
    """
    n_heads = draw.integer(2, 3)
    batch, n, width = draw.sizes(
        3, low=4, high=8, derived=lambda batch, n, width: (n_heads, n - 1, n_heads * width, n_heads**2, width**2)
    )
    d_ff, vocab, context = draw.sizes(3, low=25, high=31)
    return Sizes(batch, n, n_heads, n_heads * width, d_ff, vocab, context)
