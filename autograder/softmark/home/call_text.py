"""A call as Python that can be typed in: `softmax(scores=torch.randn(3, 4, 5))`, after the imports that it needs.

Few numbers are shown as they are. Many are drawn: what is typed has their shape, their dtype and their size, whether
they lie near 0 or near 1000, and is otherwise other numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..checks.values import HandleRef, Rng, as_numpy, count, device_name, dtype_name, is_array, is_numpy, shape_of

FEW = 8
"""Numbers of an array that are shown as they are."""
SHORT = 120
"""Characters of any other value."""
PACKAGES = {"torch": "import torch", "np": "import numpy as np"}


@dataclass(frozen=True)
class Text:
    """A part of a call, or the whole."""

    python: str
    needs: frozenset[str] = frozenset()
    """The imports, one statement each."""
    can_run: bool = True

    def line(self) -> str:
        """The imports that it needs; nothing where it cannot be typed in."""
        if not self.can_run:
            return ""
        packages = [each for each in PACKAGES.values() if each in self.needs]
        return "; ".join([*packages, *sorted(self.needs - {*packages})])


@dataclass
class Writer:
    """Writes calls; knows how the objects in them were made."""

    places: Mapping[str, str]
    """Module → where it is imported from: probes → public_tests.probes."""
    made: dict[int, Text] = field(default_factory=dict)

    def call(self, target: str, args: Iterable[tuple[str, Any]], *, dtype: str = "") -> Text:
        """`target`: "attention.softmax", "#3" or "#3.embed"; `args`: a name, or none, and a value."""
        head, _, rest = target.partition(".")
        if head.startswith("#"):
            callee = self.made.get(int(head[1:]), Text("a model", can_run=False))
            name = callee.python + (f".{rest}" if rest else "")
        else:
            place = self.places.get(head, "")
            callee = Text("", frozenset({f"from {place} import {rest.partition('.')[0]}"}), can_run=bool(place))
            name = rest
        parts = [self._argument(name, value) for name, value in args]
        inside = ", ".join(part.python for part in parts)
        return _joined(f"{name}({inside})" + (".double()" if dtype == "float64" else ""), [callee, *parts])

    def attribute(self, target: str) -> Text:
        head, _, rest = target.partition(".")
        made = self.made.get(int(head[1:]), Text("a model", can_run=False))
        return _joined(f"{made.python}.{rest}", [made])

    def _argument(self, name: str, value: Any) -> Text:
        text = self.value(value)
        return _joined(f"{name}={text.python}" if name else text.python, [text])

    def value(self, value: Any) -> Text:
        if is_array(value):
            return array(value)
        if isinstance(value, Rng):
            return Text(f"torch.Generator().manual_seed({value.seed})", frozenset({PACKAGES["torch"]}))
        if isinstance(value, HandleRef):
            return self.made.get(value.number, Text(value.class_name or "a model", can_run=False))
        if isinstance(value, list | tuple) and any(map(is_array, value)):
            return self._list(value)
        shown = repr(value)
        if len(shown) > SHORT:
            return Text(f"a {type(value).__name__}", can_run=False)
        return Text(shown, can_run=_plain(value))

    def _list(self, value: list[Any] | tuple[Any, ...]) -> Text:
        parts = [self.value(part) for part in value]
        if len({part.python for part in parts}) == 1 and len(parts) > 2:
            return _joined(f"[{parts[0].python} for _ in range({len(parts)})]", parts)
        inside = ", ".join(part.python for part in parts)
        if len(inside) > 2 * SHORT:
            shape = shape_of(next(filter(is_array, value)))
            return Text(f"{len(value)} tensors, the first {shape}", can_run=False)
        return _joined(f"[{inside}]" if isinstance(value, list) else f"({inside},)", parts)


def _joined(python: str, parts: Iterable[Text]) -> Text:
    parts = list(parts)
    needs = frozenset().union(*(part.needs for part in parts))
    return Text(python, needs, all(part.can_run for part in parts))


def _plain(value: Any) -> bool:
    """Whether Python reads what `repr` writes."""
    if isinstance(value, list | tuple | set):
        return all(map(_plain, value))
    if isinstance(value, dict):
        return all(_plain(part) for pair in value.items() for part in pair)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str | bytes)


def array(value: Any) -> Text:
    """An array of few numbers as it is, of many as one of its kind."""
    numpy = is_numpy(value)
    package = "np" if numpy else "torch"
    needs = frozenset({PACKAGES[package]})
    dtype, shape = dtype_name(value), shape_of(value)
    if not numpy and device_name(value) != "cpu":
        return Text(f"{shape} {dtype}", can_run=False)
    usual = dtype in ("float64" if numpy else "float32", "int64", "bool")
    named = "" if usual else f", dtype={package}.{dtype}"
    numbers = as_numpy(value)
    if 0 < count(value) <= FEW and (exact := _exact(numbers, package)):
        return Text(f"{package}.{'array' if numpy else 'tensor'}({exact}{named})", needs)
    if not dtype.startswith(("float", "int", "uint", "bool")):
        return Text(f"{package}.zeros({shape}, dtype={package}.{dtype})", needs)
    if numbers.size and not abs(numbers).max() < math.inf:
        return Text(f"{shape} numbers, not all of them finite", can_run=False)
    if numbers.size and (numbers == numbers.flat[0]).all():
        return Text(f"{package}.full({shape}, {numbers.flat[0].item()}{named})", needs)
    if not numpy and numbers.tolist() == _causal(shape):
        return Text(f"torch.ones({shape}, dtype=torch.bool).tril()", needs)
    if numpy and dtype.startswith("float") and named:
        return Text(f"({_drawn(numbers, 'np.random', '')}).astype(np.{dtype})", needs)
    return Text(_drawn(numbers, "np.random" if numpy else "torch", named), needs)


def _causal(shape: tuple[int, ...]) -> list[list[bool]]:
    rows, columns = shape if len(shape) == 2 else (0, 0)
    return [[key <= query for key in range(columns)] for query in range(rows)]


def _drawn(numbers: Any, source: str, named: str) -> str:
    """Other numbers that lie where these do: between the same two, or as far from 0."""
    kind, sizes = numbers.dtype.kind, ", ".join(map(str, numbers.shape))
    if kind == "b":
        return f"{source}.rand({sizes}) < {_two_digits(numbers.mean())}"
    low, high = (numbers.min(), numbers.max()) if numbers.size else (-1, 1)
    if kind in "iu":
        return f"{source}.randint({low}, {high + 1}, {numbers.shape}{named})"
    if low >= 0 and high <= 1:
        return f"{source}.rand({sizes}{named})"
    centre, spread = (numbers.mean(), numbers.std()) if numbers.size else (0.0, 1.0)
    scaled = "" if 1 / 3 < spread < 3 else f" * {_two_digits(spread)}"
    moved = "" if abs(centre) < max(1.0, spread) else f" {'-' if centre < 0 else '+'} {_two_digits(abs(centre))}"
    return f"{source}.randn({sizes}{named}){scaled}{moved}"


def _two_digits(number: float) -> str:
    return f"{float(f'{number:.2g}'):g}"


def _exact(numbers: Any, package: str) -> str:
    """The numbers as Python writes them; nothing where some of them are long."""
    if numbers.dtype.kind not in "biuf":
        return ""
    texts = [repr(each.item()) for each in numbers.reshape(-1)]
    if any(len(text) > 6 for text in texts if text not in ("True", "False")):
        return ""
    return re.sub("inf|nan", rf"{package}.\g<0>", str(numbers.tolist()))
