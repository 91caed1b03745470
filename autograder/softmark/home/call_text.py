"""A call as Python: `softmax(scores=torch.tensor([[0.0, 1.0]]))`, after the imports that it needs.

Few numbers are shown as they are, and the call can be typed in. Of many their shape is told, and from where to where
they go: `softmax(scores=<(2, 3, 8), from -1003 to 10004>)`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..checks.values import HandleRef, Rng, as_numpy, count, device_name, dtype_name, is_array, is_numpy, shape_of

FEW = 12
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
            callee = self.object(int(head[1:]))
            name = callee.python + (f".{rest}" if rest else "")
        else:
            place = self.places.get(head, "")
            callee = Text("", frozenset({f"from {place} import {rest.partition('.')[0]}"}), can_run=bool(place))
            name = rest
        parts = [(name, self._value(value)) for name, value in args]
        inside = ", ".join(f"{name}={part.python}" if name else part.python for name, part in parts)
        written = f"{name}({inside})" + (".double()" if dtype == "float64" else "")
        return _joined(written, [callee, *(part for _, part in parts)])

    def object(self, number: int) -> Text:
        return self.made.get(number, Text("a model", can_run=False))

    def _value(self, value: Any) -> Text:
        if is_array(value):
            return array(value)
        if isinstance(value, Rng):
            return Text(f"torch.Generator().manual_seed({value.seed})", frozenset({PACKAGES["torch"]}))
        if isinstance(value, HandleRef):
            return self.object(value.number)
        if isinstance(value, list | tuple) and any(map(is_array, value)):
            parts = [self._value(part) for part in value]
            inside = ", ".join(part.python for part in parts)
            if len(inside) > 2 * SHORT:
                inside = f"{parts[0].python}, … {len(parts)} of them"
                return Text(f"[{inside}]", can_run=False)
            return _joined(f"[{inside}]" if isinstance(value, list) else f"({inside},)", parts)
        shown = repr(value)
        if len(shown) > SHORT:
            return Text(f"a {type(value).__name__}", can_run=False)
        return Text(shown, can_run=_plain(value))


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
    """Few numbers as they are; of many what they are like."""
    package = "np" if is_numpy(value) else "torch"
    dtype, shape = dtype_name(value), shape_of(value)
    named = "" if dtype in ("float64" if package == "np" else "float32", "int64", "bool") else dtype
    if device_name(value) != "cpu":
        return Text(f"<{shape} {dtype}>", can_run=False)
    numbers = as_numpy(value)
    exact = _exact(numbers, package) if 0 < count(value) <= FEW else ""
    if exact:
        inside = f"{exact}{f', dtype={package}.{named}' if named else ''}"
        return Text(f"{package}.{'array' if package == 'np' else 'tensor'}({inside})", frozenset({PACKAGES[package]}))
    like = f"{shape} {named or ('bool' if dtype == 'bool' else '')}".rstrip()
    if numbers.size and numbers.dtype.kind in "iuf":
        like += f", from {_short(numbers.min())} to {_short(numbers.max())}"
    return Text(f"<{like}>", can_run=False)


def _short(number: Any) -> str:
    return str(number.item()) if number.dtype.kind in "iu" else f"{number.item():.4g}"


def _exact(numbers: Any, package: str) -> str:
    """The numbers as Python writes them; nothing where some of them are long."""
    if numbers.dtype.kind not in "biuf":
        return ""
    texts = [repr(each.item()) for each in numbers.reshape(-1)]
    if any(len(text) > 6 for text in texts if text not in ("True", "False")):
        return ""
    return re.sub("inf|nan", rf"{package}.\g<0>", str(numbers.tolist()))
