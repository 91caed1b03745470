"""A call as Python: `softmax(scores=torch.tensor([[0.0, 1.0]]))`, after the imports that it needs.

Few numbers are shown as they are, and the call can be typed in. Of many their shape is told, and from where to where
they go: `softmax(scores=<(2, 3, 8), from -1003 to 10004>)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
    needs: frozenset[str] | None = frozenset()
    """The imports, one statement each; None, where it cannot be typed in."""

    def line(self) -> str:
        """The imports that it needs, packages first."""
        return "; ".join(sorted(self.needs or (), key=lambda each: (each.startswith("from"), each)))


@dataclass
class Writer:
    """Writes calls; knows how the objects in them were made."""

    places: Mapping[str, str]
    """Module → where it is imported from: probes → public_tests.probes."""
    made: dict[int, Text] = field(default_factory=dict)

    def call(self, target: str, args: Iterable[tuple[str, Any]], *, dtype: str = "") -> Text:
        """`args`: a name, or none, and a value."""
        callee = self.named(target)
        given = [(f"{key}=" if key else "", self._value(value)) for key, value in args]
        inside = ", ".join(key + part.python for key, part in given)
        written = f"{callee.python}({inside})" + (".double()" if dtype == "float64" else "")
        return _joined(written, callee, *(part for _, part in given))

    def named(self, target: str) -> Text:
        """ "attention.softmax", "#3" or "#3.embed" """
        head, _, name = target.partition(".")
        if head.startswith("#"):
            made = self.object(int(head[1:]))
            return replace(made, python=f"{made.python}.{name}") if name else made
        place = self.places.get(head)
        return Text(name, frozenset({f"from {place} import {name.partition('.')[0]}"}) if place else None)

    def object(self, number: int) -> Text:
        return self.made.get(number, Text("a model", None))

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
                return Text(f"[{parts[0].python}, … {len(parts)} of them]", None)
            return _joined(f"[{inside}]" if isinstance(value, list) else f"({inside},)", *parts)
        shown = repr(value)
        return Text(shown, _can_be_read(shown)) if len(shown) <= SHORT else Text(f"a {type(value).__name__}", None)


def _joined(python: str, *parts: Text) -> Text:
    needs = [part.needs for part in parts if part.needs is not None]
    return Text(python, frozenset().union(*needs) if len(needs) == len(parts) else None)


def _can_be_read(shown: str) -> frozenset[str] | None:
    """No imports, where Python reads what `repr` wrote."""
    try:
        ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return None
    return frozenset()


def array(value: Any) -> Text:
    """Few numbers as they are; of many what they are like."""
    package = "np" if is_numpy(value) else "torch"
    dtype, shape = dtype_name(value), shape_of(value)
    named = "" if dtype in ("float64" if package == "np" else "float32", "int64", "bool") else dtype
    if device_name(value) != "cpu":
        return Text(f"<{shape} {dtype}>", None)
    numbers = as_numpy(value)
    if exact := _exact(numbers, package) if 0 < count(value) <= FEW else "":
        inside = f"{exact}{f', dtype={package}.{named}' if named else ''}"
        return Text(f"{package}.{'array' if package == 'np' else 'tensor'}({inside})", frozenset({PACKAGES[package]}))
    like = f"{shape} {named or ('bool' if dtype == 'bool' else '')}".rstrip()
    if numbers.size and numbers.dtype.kind in "iuf":
        like += f", from {_short(numbers.min())} to {_short(numbers.max())}"
    return Text(f"<{like}>", None)


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
