"""`same`: compares an answer with the reference's, from its type to its values, and says where it first differs.

The ladder: nothing returned → type → shape (axes named) → dtype → device → NaN and infinity → values, with the first
place that differs. Every sentence has two versions: the public one shows numbers, the safe one never does.

Tolerances come from the dtype and are wide: inputs are chosen so that mistakes are large.
"""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import numpy.typing as npt

from . import values
from .stands_for import must_be_values

_TINY = float(np.finfo(np.float64).tiny)
RELATIVE = {"float64": 1e-6, "float32": 1e-4, "float16": 2e-2, "bfloat16": 4e-2}


class Mismatch(AssertionError):
    """An answer that differs from the reference's."""

    def __init__(self, category: str, public: str, safe: str) -> None:
        super().__init__(public)
        self.category = category
        """type | shape | dtype | device | nan | values | property"""
        self._public = public
        self._safe = safe

    def public(self) -> str:
        return self._public

    def safe(self) -> str:
        return self._safe


class Same:
    """Callable as `same(got, expected, axes="B h n m")`; remembers how close each comparison was."""

    def __init__(self) -> None:
        self.margins: list[float] = []
        """How far each answer was from the reference, in units of what is allowed: below 1 passes."""

    def __call__(
        self,
        got: Any,
        expected: Any,
        *,
        axes: str = "",
        what: str = "the result",
        parts: tuple[str, ...] = (),
        loosen: float = 1.0,
        device: bool = False,
    ) -> None:
        """Raise Mismatch unless `got` equals `expected` up to rounding.

        `axes` names the dimensions, separated by blanks: with `axes="row column"` students read "at row=0, column=2"
        instead of "at [0, 2]"; for a tuple one set serves all members, or one each, separated by commas. `what` names
        the answer in sentences, `parts` the members of a tuple. `loosen` widens the tolerance for long chains of
        operations. `device` also compares the device (only where the contract names it).
        """
        must_be_values(got, expected)
        if isinstance(expected, tuple | list):
            self._sequence(got, expected, axes, what, parts, loosen, device)
        elif values.is_array(expected):
            self._array(got, expected, axes, what, loosen, device)
        elif isinstance(expected, float):
            self._number(got, expected, what, loosen)
        elif type(got) is not type(expected) or got != expected:
            verb = _is(what)
            raise Mismatch(
                "values", f"{what} {verb} {_show(got)}; expected {_show(expected)}", f"{what} {verb} not as expected"
            )

    def _sequence(
        self, got: Any, expected: Any, axes: str, what: str, parts: tuple[str, ...], loosen: float, device: bool
    ) -> None:
        names = parts or tuple(f"part {i + 1} of {what}" for i in range(len(expected)))
        wanted = f"a {type(expected).__name__} of {len(expected)}" + (f" ({', '.join(parts)})" if parts else "")
        if not isinstance(got, tuple | list):
            raise Mismatch(
                "type",
                f"{what} {_is(what)} {kind(got)}; expected {wanted}",
                f"{what} {_is(what)} {kind(got, safe=True)}; expected {wanted}",
            )
        if len(got) != len(expected):
            raise Mismatch("type", f"{what} {_has(what)} {len(got)} parts; expected {wanted}", f"expected {wanted}")
        for mine, theirs, name, axis in zip(got, expected, names, _axes(axes, len(expected)), strict=True):
            self(mine, theirs, axes=axis, what=name, loosen=loosen, device=device)

    def _number(self, got: Any, expected: float, what: str, loosen: float) -> None:
        if isinstance(got, bool) or not isinstance(got, int | float):
            sentence = f"{what} {_is(what)} {kind(got)}; expected a Python number"
            raise Mismatch("type", sentence, sentence)
        self._values(np.asarray(float(got)), np.asarray(expected), RELATIVE["float64"] * loosen, "", what)

    def _array(self, got: Any, expected: Any, axes: str, what: str, loosen: float, device: bool) -> None:
        require_array(got, expected, what)
        shape, wanted = values.shape_of(got), values.shape_of(expected)
        if shape != wanted:
            named = f" = ({', '.join(axes.split())})" if axes else ""
            raise Mismatch(
                "shape",
                f"{what} {_has(what)} shape {_tuple(shape)}; expected {_tuple(wanted)}{named}",
                f"{what} {_has(what)} the wrong number of dimensions; expected {len(wanted)}{named}"
                if len(shape) != len(wanted)
                else f"{what} {_has(what)} the wrong size in {_which_axes(shape, wanted, axes)}",
            )
        mine, theirs = values.dtype_name(got), values.dtype_name(expected)
        if mine != theirs:
            why = ", the dtype of the inputs" if "float" in theirs else ""
            raise Mismatch("dtype", *[f"{what} {_has(what)} dtype {mine}; expected {theirs}{why}"] * 2)
        place, wanted_place = values.device_name(got), values.device_name(expected)
        if place != wanted_place and (device or "meta" in (place, wanted_place)):
            raise Mismatch("device", *[f"{what} {_is(what)} on the device {place}; expected {wanted_place}"] * 2)
        if place == "meta":
            return
        tolerance = RELATIVE.get(theirs, 0.0) * loosen
        self._values(values.as_numpy(got), values.as_numpy(expected), tolerance, axes, what)

    def _values(self, got: npt.NDArray[Any], expected: npt.NDArray[Any], relative: float, axes: str, what: str) -> None:
        if got.size == 0:
            return
        mine, theirs = got.astype(np.float64), expected.astype(np.float64)
        finite = np.isfinite(theirs)
        if not (finite.all() and np.isfinite(mine).all()):
            _require_same_strangers(mine, theirs, axes, what)
            if not finite.any():
                return
            mine, theirs = np.where(finite, mine, 0.0), np.where(finite, theirs, 0.0)
        with np.errstate(over="ignore"):
            error = np.abs(mine - theirs)
            typical = math.sqrt(float(np.square(theirs).sum()) / int(finite.sum()))
            allowed = relative * (np.abs(theirs) + typical)
            ratio = error / np.maximum(allowed, _TINY)
        self.margins.append(float(ratio.max()))
        wrong = error > allowed
        if wrong.any():
            first = _first(wrong)
            share = f"{int(wrong.sum())} of {wrong.size} entries differ; " if wrong.size > 1 else ""
            public = (
                f"{what} {_is(what)} {_show(mine[first])}{_place(first, axes)}, where {_show(theirs[first])} is "
                f"expected ({share}largest error {_show(float(error.max()))})"
            )
            raise Mismatch("values", public, f"the numbers of {what} are not the expected ones")


def _require_same_strangers(mine: npt.NDArray[Any], theirs: npt.NDArray[Any], axes: str, what: str) -> None:
    """Fail unless NaN and infinity stand exactly where the reference has them."""
    for name, test in (("NaN", np.isnan), ("infinite", np.isinf)):
        strange = test(mine) & ~test(theirs)
        if strange.any():
            first = _first(strange)
            public = f"{what} {_is(what)} {name}{_place(first, axes)}, where {_show(theirs[first])} is expected"
            raise Mismatch("nan", public, f"{what} {_has(what)} {name} entries where a finite number is expected")
    infinite = np.isinf(theirs) & (mine != theirs)
    if infinite.any():
        first = _first(infinite)
        where = f"{_show(mine[first])}{_place(first, axes)}, where {_show(theirs[first])} is expected"
        public = f"{what} {_is(what)} {where}"
        raise Mismatch("nan", public, f"{what} {_is(what)} finite where an infinite value is expected")


def require(condition: bool, public: str, safe: str | None = None, category: str = "property") -> None:
    """Fail the check with a sentence unless the condition holds.

    `safe`, the third argument, is told instead of `public` where the numbers are hidden: give one whenever `public`
    shows a number or an input. Without it `public` is told everywhere. `category` sorts the failure in staff's tables.
    """
    if not condition:
        raise Mismatch(category, public, safe if safe is not None else public)


def require_array(got: Any, expected: Any, what: str = "the result") -> None:
    """The answer is an array of the same framework as the expected one."""
    must_be_values(got, expected)
    if got is None:
        raise Mismatch("type", *[f"{what} {_is(what)} None: is `return` missing?"] * 2)
    if not values.is_array(got) or values.is_tensor(got) != values.is_tensor(expected):
        wanted = kind(expected)
        public, safe = (f"{what} {_is(what)} {kind(got, safe=safe)}; expected {wanted}" for safe in (False, True))
        raise Mismatch("type", public, safe)


def kind(value: Any, safe: bool = False) -> str:
    """What a value is, in words; `safe` leaves out its length, which could be a message from a hidden check."""
    if value is None:
        return "None"
    if values.is_tensor(value):
        return "a tensor"
    if isinstance(value, np.ndarray):
        return "a NumPy array"
    if isinstance(value, list | tuple):
        return f"a {type(value).__name__}" if safe else f"a {type(value).__name__} of {len(value)}"
    names = {bool: "True or False", int: "a Python int", float: "a Python float", str: "a string", dict: "a dict"}
    return names.get(type(value), f"an object of type {type(value).__name__}")


def _is(what: str) -> str:
    """ "the loss is", "the weights are", "the logits before the changed tokens are"."""
    noun = re.match(r"(?:the )?(?:\w+'s )?(\w+)", what)
    return "are" if noun and re.search("[^s]s$", noun[1]) else "is"


def _has(what: str) -> str:
    return "have" if _is(what) == "are" else "has"


def _axes(axes: str, count: int) -> list[str]:
    """Axes of a tuple's members, separated by commas; one set serves all."""
    split = [part.strip() for part in axes.split(",")]
    return split if len(split) == count else [axes if "," not in axes else ""] * count


def _tuple(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"


def _which_axes(shape: tuple[int, ...], wanted: tuple[int, ...], axes: str) -> str:
    names = axes.split()
    wrong = [i for i, (a, b) in enumerate(zip(shape, wanted, strict=True)) if a != b]
    if len(names) == len(wanted):
        return "axis " + ", ".join(names[i] for i in wrong)
    return "dimension " + ", ".join(str(i) for i in wrong)


def _first(mask: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(mask)), mask.shape))


def _place(index: tuple[int, ...], axes: str) -> str:
    if not index:
        return ""
    names = axes.split()
    if len(names) == len(index):
        return " at " + ", ".join(f"{name}={i}" for name, i in zip(names, index, strict=True))
    return f" at [{', '.join(map(str, index))}]"


def _show(number: Any) -> str:
    if isinstance(number, float | np.floating):
        return f"{number:.6g}".replace("-", "−")
    return repr(number)[:60]
