"""Weights and masks for parts 1 and 2 that let no mistake hide.

A fresh layer has small weights: every score is near 0, attention is nearly uniform, and a wrong scale or a forgotten
mask hardly shows. The gains here make attention peaked (scores of several units).
"""

from __future__ import annotations

from typing import Any

from softmark.checks import Weights

State = dict[str, Any]
"""The parameters of a module, by name."""


def head_weights(weights: Weights, d_model: int, d_head: int) -> State:
    """The three projections of an `AttentionHead`."""
    return {
        "W_q.weight": weights.matrix(d_head, d_model, gain=1.5),
        "W_k.weight": weights.matrix(d_head, d_model, gain=1.5),
        "W_v.weight": weights.matrix(d_head, d_model),
    }


def mha_weights(weights: Weights, d_model: int) -> State:
    """The four projections of a `MultiHeadAttention`."""
    return {**head_weights(weights, d_model, d_model), "W_o.weight": weights.matrix(d_model, d_model)}


def mask_with_gaps(draw: Any, *shape: int) -> Any:
    """A drawn bool mask, (..., m): every query sees at least one key, and at least one is hidden from it."""
    m = shape[-1]
    mask = draw(*shape) > 0
    seen = draw.tokens(m, *shape[:-1]).unsqueeze(-1)
    return mask.scatter(-1, seen, True).scatter(-1, (seen + 1) % m, False)
