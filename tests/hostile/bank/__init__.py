"""The bank: every hostile and hapless submission, by family."""

from __future__ import annotations

from ..rows import Row
from . import as_read, cheating, leaks, loading, onlookers, resources, values

ROWS: list[Row] = [
    *loading.ROWS,
    *values.ROWS,
    *resources.ROWS,
    *cheating.ROWS,
    *leaks.ROWS,
    *as_read.ROWS,
    *onlookers.ROWS,
]
