"""Weights for the modules of a check, drawn so that no mistake can hide behind them.

A fresh layer has small weights that are all alike; a wrong scale or a missing transpose hardly shows in what it puts
out. These differ in every entry, are nowhere symmetric, and are as large as the check wants them. They come out of the
check's own `draw`, so the order in which a check asks for numbers and for weights is part of the check.
"""

from __future__ import annotations

import math
from typing import Any

from .draw import Draw


class Weights:
    """`weights.matrix(3, 5)` for a linear map, `weights.numbers(5)` for everything else."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def matrix(self, rows: int, columns: int, gain: float = 1.0) -> Any:
        """A linear map as frameworks keep it, (out, in). Inputs of size 1 give outputs of about the size `gain`."""
        # In steps of 1/64, so that the same numbers are exact in float32 and float64.
        return self._draw(rows, columns, scale=round(64 * gain / math.sqrt(columns)) / 64)

    def numbers(self, *shape: int, scale: float = 1.0) -> Any:
        """A bias, a gain or a table of vectors, with entries of about the size `scale`."""
        return self._draw(*shape, scale=scale)
