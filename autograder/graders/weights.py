"""Weights and masks for parts 1 and 2 that let no mistake hide.

A fresh layer has small weights: every score is near 0, attention is nearly uniform, and a wrong scale or a forgotten
mask hardly shows. The gains here make attention peaked (scores of several units).
"""

from __future__ import annotations

from typing import Any

import torch

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
    """A drawn bool mask, (..., m): every query sees at least two keys, and at least one is hidden from it.

    Two, because a single visible key has weight 1 whatever its score is. What one query does not see, the next one
    does, and so from sequence to sequence: none can stand for all.
    """
    *leading, m = shape
    seen = draw.tokens(m, 1)
    for size in leading:
        seen = seen.unsqueeze(-2) + torch.arange(size).unsqueeze(1)  # (..., size, 1)
    mask = draw(*shape) > 0
    for step, sees in ((0, True), (1, False), (2, True)):
        mask = mask.scatter(-1, (seen + step) % m, sees)
    return mask
