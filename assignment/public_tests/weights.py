"""Weights and masks that let no mistake hide.

A fresh layer has small weights: every score is near 0, attention is nearly uniform, and a wrong scale or a forgotten
mask hardly shows. The weights here make attention peaked (scores of several units), differ in every entry, and are
nowhere symmetric, so a missing transpose shows too.
"""

from __future__ import annotations

import math
from typing import Any

Weights = dict[str, Any]


def matrix(draw: Any, rows: int, columns: int, gain: float = 1.0) -> Any:
    """A projection as `nn.Linear` keeps it, (out, in). Inputs of size 1 give outputs of about the size `gain`."""
    # In steps of 1/64, so that the same numbers are exact in float32 and float64.
    return draw(rows, columns, scale=round(64 * gain / math.sqrt(columns)) / 64)


def head_weights(draw: Any, d_model: int, d_head: int) -> Weights:
    """The three projections of an `AttentionHead`."""
    return {
        "W_q.weight": matrix(draw, d_head, d_model, gain=1.5),
        "W_k.weight": matrix(draw, d_head, d_model, gain=1.5),
        "W_v.weight": matrix(draw, d_head, d_model),
    }


def mha_weights(draw: Any, d_model: int) -> Weights:
    """The four projections of a `MultiHeadAttention`."""
    return {**head_weights(draw, d_model, d_model), "W_o.weight": matrix(draw, d_model, d_model)}


def mask_with_gaps(draw: Any, *shape: int) -> Any:
    """A drawn bool mask, (..., m): every query sees at least one key, and at least one is hidden from it."""
    m = shape[-1]
    mask = draw(*shape) > 0
    seen = draw.tokens(m, *shape[:-1]).unsqueeze(-1)
    return mask.scatter(-1, seen, True).scatter(-1, (seen + 1) % m, False)
