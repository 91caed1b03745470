"""The bank: every hostile and hapless submission, by family."""

from __future__ import annotations

from ..rows import Row
from . import (
    as_read,
    carriers,
    cheating,
    constructors,
    exhausting,
    layers,
    leaks,
    loading,
    lying,
    onlookers,
    resources,
    rules,
    spellings,
    values,
)

FAMILIES = (
    *(loading, values, constructors, resources, exhausting, cheating),
    *(rules, spellings, layers, lying, leaks, as_read, onlookers, carriers),
)
ROWS: list[Row] = [row for family in FAMILIES for row in family.ROWS]
