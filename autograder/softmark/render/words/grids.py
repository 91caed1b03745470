"""Two small tables of numbers, what is expected beside what came, with the wrong cells marked.

Marks are brackets, so that they are there without colour too.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence

Grid = list[list[float]]
ALIKE = 1e-5
"""Two numbers that differ by less, relative to what is expected, are not marked."""


def side_by_side(expected: str, yours: str, width: int) -> list[str]:
    """The lines to show of two tables of one size; none where there is no room, or no difference."""
    if not (expected and yours):
        return []
    right, mine = json.loads(expected), json.loads(yours)
    wrong = [[_differ(a, b) for a, b in zip(*rows, strict=True)] for rows in zip(right, mine, strict=True)]
    if not any(map(any, wrong)):
        return []
    texts, own = _texts(right, mine, wrong)
    size = max(len(text) for row in (*texts, *own) for text in row)
    plain = ["".join(f" {text:>{size}} " for text in row) for row in texts]
    marked = [
        "".join(f"[{text:>{size}}]" if bad else f" {text:>{size}} " for text, bad in zip(row, marks, strict=True))
        for row, marks in zip(own, wrong, strict=True)
    ]
    across = max(len(plain[0]), len("expected"))
    if 2 * across + 3 <= width:
        rows = [("expected", "yours"), *zip(plain, marked, strict=True)]
        return [f"{a:<{across}}   {b}".rstrip() for a, b in rows]
    return ["expected", *plain, "yours", *marked] if across <= width else []


def _differ(right: float, mine: float) -> bool:
    if math.isfinite(right) and math.isfinite(mine):
        return abs(right - mine) > ALIKE * max(1.0, abs(right))
    return right != mine and not (math.isnan(right) and math.isnan(mine))


def _texts(right: Grid, mine: Grid, wrong: Sequence[Sequence[bool]]) -> tuple[list[list[str]], list[list[str]]]:
    """With as few digits as show every difference."""
    for digits in (0, 2, 3, 4, 6):
        texts, own = ([[_text(number, digits) for number in row] for row in grid] for grid in (right, mine))
        rows = zip(itertools.chain(*texts), itertools.chain(*own), itertools.chain(*wrong), strict=True)
        whole = all(not math.isfinite(n) or n == int(n) for n in itertools.chain(*right, *mine))
        if (digits or whole) and all(a != b for a, b, bad in rows if bad):
            break
    return texts, own


def _text(number: float, digits: int) -> str:
    if isinstance(number, bool):
        return str(number)
    text = f"{number:.2e}" if 1e6 <= abs(number) < math.inf else f"{number:.{digits}f}"
    return text.replace("-", "−").replace("inf", "∞")
