"""Turns lists of numbers from a data file into TeX: vectors and matrices, with fractions as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any


def vector(entries: Sequence[Any]) -> str:
    return f"({', '.join(map(_entry, entries))})"


def matrix(rows: Sequence[Sequence[Any]]) -> str:
    return r"\begin{bmatrix} " + r" \\ ".join(" & ".join(map(_entry, row)) for row in rows) + r" \end{bmatrix}"


def _entry(entry: Any) -> str:
    """A number, or text: `2/3` becomes a fraction, `-inf` the sign for it."""
    text = str(entry).replace("inf", r"\infty")
    return re.sub(r"(\d+)/(\d+)", r"\\tfrac{\1}{\2}", text)


FORMS: dict[str, Callable[[Any], str]] = {"vector": vector, "matrix": matrix}
