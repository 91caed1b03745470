"""`same`: compares an answer with the reference's, from its type to its values, and says where it first differs.

The ladder: nothing returned → type → shape (axes named) → dtype → device → NaN and infinity → values, with the first
place that differs. Every sentence has two versions: the public one shows numbers, the safe one never does.

Tolerances come from the dtype and are wide: inputs are chosen so that mistakes are large. Floating-point numbers are
compared up to rounding wherever they stand (in a list, a dict, a set, a field); all other values must be equal, and of
the same type. What may differ all the same is said by `accept`, and by nothing else.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from . import differences, values
from .errors import NoValue
from .numpy_if_there import THERE, np
from .stands_for import StandsFor, must_be_values

if TYPE_CHECKING:
    import numpy.typing as npt

RELATIVE = {"float64": 1e-6, "float32": 1e-4, "float16": 2e-2, "bfloat16": 4e-2}


class Mismatch(AssertionError):
    """An answer that differs from the reference's."""

    def __init__(self, category: str, public: str, safe: str) -> None:
        super().__init__(public)
        self.category = category
        """type | shape | dtype | device | nan | values | raised | property"""
        self._public = public
        self._safe = safe

    def public(self) -> str:
        return self._public

    def safe(self) -> str:
        return self._safe


class Same:
    """Callable as `same(got, expected, axes="B h n m")`."""

    def __init__(self, any_float: bool = False) -> None:
        """`any_float`: of which float dtype an answer is does not count here, because another check says it."""
        self._any_float = any_float

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
        accept: str = "",
    ) -> None:
        """Raise Mismatch unless `got` equals `expected` up to rounding.

        `axes` names the dimensions, separated by blanks: with `axes="row column"` students read "at row=0, column=2"
        instead of "at [0, 2]"; for a tuple, give one set for all members, or one for each, separated by commas. `what`
        names the answer in sentences, `parts` the members of a tuple. `loosen` widens the tolerance for long chains of
        operations. `device` also compares the device (only where the contract names it).

        An array must be an array of the same dtype, and a Python number a Python number. `accept` names what may
        differ, separated by blanks: "list" (a list of numbers for an array, or the other way round), "dtype" (another
        dtype: float32 for float64, or integers), "number" (an array with one number for a number, or the other way
        round). A list for a tuple, a tuple for a list, and an int for a float are always accepted.
        """
        must_be_values(got, expected)
        if isinstance(expected, StandsFor):
            raise NoValue(f"{expected!r} cannot be what an answer is compared with: compare its attributes", False)
        if unknown := set(accept.split()) - set(_ACCEPTED):
            raise ValueError(f"accept={accept!r}: there is no {', '.join(unknown)}, only {', '.join(_ACCEPTED)}")
        got, expected = _accepted(got, expected, accept.split())
        if isinstance(expected, tuple | list):
            self._sequence(got, expected, axes, what, parts, loosen, device, accept)
        elif values.is_array(expected):
            self._array(got, expected, axes, what, loosen, device, "dtype" in accept)
        elif isinstance(expected, float | complex):
            self._number(got, expected, what, loosen)
        elif isinstance(expected, dict | set | frozenset):
            self._named_parts(got, expected, axes, what, loosen, device, accept)
        elif type(got) is not type(expected):
            wrong_kind = type(got) is not bool and not isinstance(expected, bool | int | None)
            self._different(got, expected, what, "type" if wrong_kind else "values")
        elif isinstance(expected, str) and got != expected and "\n" in got + expected:
            public = f"{what} {differences.of_texts(got, expected)}"
            raise Mismatch("values", public, f"{what} {_is(what)} not as expected")
        elif not differences.alike(got, expected):
            self._different(got, expected, what, "values")

    def _different(self, got: Any, expected: Any, what: str, category: str) -> None:
        if got is None:
            raise Mismatch("type", *[f"{what} {_is(what)} None: is `return` missing?"] * 2)
        shown, wanted = (kind(got), _show(expected)) if isinstance(got, StandsFor) else _apart(got, expected)
        if shown == wanted:  # 4.0 for 4
            shown, wanted = f"{shown}, {kind(got)}", f"{wanted}, {kind(expected)}"
        public = f"{what} {_is(what)} {shown}; expected {wanted}"
        raise Mismatch(category, public, f"{what} {_is(what)} not as expected")

    def _named_parts(
        self, got: Any, expected: Any, axes: str, what: str, loosen: float, device: bool, accept: str
    ) -> None:
        """Sets and dicts."""
        is_set = isinstance(expected, set | frozenset)
        if not isinstance(got, set | frozenset if is_set else type(expected)):
            self._wrong_type(got, expected, what)
        missing, extra = differences.unmatched(got, expected, RELATIVE["float64"] * loosen if is_set else 0.0)
        if missing or extra:
            noun = "" if is_set else "the key " if len(missing or extra) == 1 else "the keys "
            verb, parts = ("lacks", missing) if missing else ("should not have", extra)
            public = f"{what} {verb} {noun}{differences.listed(parts)}"
            more = f"; {'it' if _is(what) == 'is' else 'they'} should not have {differences.listed(extra)}"
            raise Mismatch(
                "values",
                public + (more if missing and extra else ""),
                f"{what} {_has(what)} not the expected {'members' if is_set else 'keys'}",
            )
        for key in () if is_set else expected:
            self(
                got[key], expected[key], axes=axes, what=f"{what}[{key!r}]", loosen=loosen, device=device, accept=accept
            )

    def _wrong_type(self, got: Any, expected: Any, what: str) -> None:
        if got is None:
            raise Mismatch("type", *[f"{what} {_is(what)} None: is `return` missing?"] * 2)
        public, safe = (
            f"{what} {_is(what)} {kind(got, safe=each)}; expected {kind(expected)}" for each in (False, True)
        )
        raise Mismatch("type", public, safe)

    def _sequence(
        self,
        got: Any,
        expected: Any,
        axes: str,
        what: str,
        parts: tuple[str, ...],
        loosen: float,
        device: bool,
        accept: str,
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
            found = "1 part" if len(got) == 1 else f"{len(got)} parts"
            raise Mismatch("type", f"{what} {_has(what)} {found}; expected {wanted}", f"expected {wanted}")
        for mine, theirs, name, axis in zip(got, expected, names, _axes(axes, len(expected)), strict=True):
            self(mine, theirs, axes=axis, what=name, loosen=loosen, device=device, accept=accept)

    def _number(self, got: Any, expected: float | complex, what: str, loosen: float) -> None:
        kinds = int | float | complex if isinstance(expected, complex) else int | float
        if isinstance(got, bool) or not isinstance(got, kinds):
            noun = "a complex number" if isinstance(expected, complex) else "a Python number"
            if got is None:
                raise Mismatch("type", *[f"{what} {_is(what)} None: is `return` missing?"] * 2)
            public, safe = (f"{what} {_is(what)} {kind(got, safe=each)}; expected {noun}" for each in (False, True))
            raise Mismatch("type", public, safe)
        for mine, theirs in zip(_halves(got), _halves(expected), strict=True):
            self._one(mine, theirs, abs(expected), RELATIVE["float64"] * loosen, got, expected, what)

    def _one(
        self, mine: float, theirs: float, typical: float, relative: float, got: Any, expected: Any, what: str
    ) -> None:
        """A number, or half of a complex one, which is allowed as much as the whole."""
        where = "{} {} {}, where {} is expected".format(what, _is(what), *_apart(got, expected))
        if not (math.isfinite(mine) and math.isfinite(theirs)):
            if mine == theirs or (mine != mine and theirs != theirs):
                return
            strange = "NaN" if mine != mine else "infinite" if math.isinf(mine) else ""
            safe = (
                f"{what} {_is(what)} {strange} where a finite number is expected"
                if strange
                else (f"{what} {_is(what)} finite where an infinite value is expected")
            )
            raise Mismatch("nan", where, safe)
        allowed = relative * (abs(theirs) + (typical if math.isfinite(typical) else abs(theirs)))
        error = abs(mine - theirs)
        if error > allowed:
            safe = f"the numbers of {what} are not the expected ones"
            raise Mismatch("values", f"{where} (largest error {_show(error, 2)})", safe)

    def _array(
        self, got: Any, expected: Any, axes: str, what: str, loosen: float, device: bool, any_dtype: bool
    ) -> None:
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
        floats = self._any_float and "float" in mine and "float" in theirs
        if mine != theirs and not (any_dtype or floats):
            why = ", the dtype of the inputs" if "float" in theirs else ""
            raise Mismatch("dtype", *[f"{what} {_has(what)} dtype {mine}; expected {theirs}{why}"] * 2)
        place, wanted_place = values.device_name(got), values.device_name(expected)
        if place != wanted_place and (device or "meta" in (place, wanted_place)):
            raise Mismatch("device", *[f"{what} {_is(what)} on the device {place}; expected {wanted_place}"] * 2)
        if place == "meta":
            return
        tolerance = max(RELATIVE.get(name, 0.0) for name in (mine, theirs)) * loosen
        self._values(values.as_numpy(got), values.as_numpy(expected), tolerance, axes, what)

    def _values(self, got: npt.NDArray[Any], expected: npt.NDArray[Any], relative: float, axes: str, what: str) -> None:
        if got.size == 0:
            return
        if expected.dtype.kind == "c" or got.dtype.kind == "c":
            for half, name in ((np.real, f"the real part of {what}"), (np.imag, f"the imaginary part of {what}")):
                self._values(half(got), half(expected), relative, axes, name)
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
        # whole numbers of 64 bits do not fit into a float
        wrong = got != expected if relative == 0.0 and got.dtype.kind in "iu" else error > allowed
        if wrong.any():
            first = _first(wrong)
            both_bool = got.dtype.kind == expected.dtype.kind == "b"
            pair = mine[first], theirs[first]
            shown, wanted = map(str, map(bool, pair)) if both_bool else _apart(*pair)
            about = [f"{int(wrong.sum())} of {wrong.size} entries differ"] if wrong.size > 1 else []
            about += [] if both_bool else [f"largest error {_show(float(error.max()), 2)}"]
            public = f"{what} {_is(what)} {shown}{_place(first, axes)}, where {wanted} is expected"
            public += f" ({'; '.join(about)})" if about else ""
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

    Students read `public`. Where the numbers are hidden they read `safe`, the third argument, instead: give one
    whenever `public` shows a number or an input. Without `safe` they read `public` everywhere. `category` sorts the
    failure in staff's tables.
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
    if values.is_numpy(value):
        return "a NumPy array"
    if isinstance(value, list | tuple):
        return f"a {type(value).__name__}" if safe else f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, StandsFor):  # its name is the student's, and could be a message
        return "an object that is no plain value" if safe else value._stands_for()[0]
    names = {bool: "True or False", int: "a Python int", float: "a Python float", str: "a string", dict: "a dict"}
    words = {complex: "a complex number", set: "a set", frozenset: "a frozenset"}
    return {**names, **words}.get(type(value), f"an object of type {type(value).__name__}")


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


FEWEST = 4
"""Digits of a number that is shown: more only where two would look alike."""


def _apart(got: Any, expected: Any) -> tuple[str, str]:
    """Both, with as many digits as tell them apart."""
    for digits in range(FEWEST, 18):
        if (shown := _show(got, digits)) != (wanted := _show(expected, digits)):
            break
    return shown, wanted


def _show(number: Any, digits: int = FEWEST) -> str:
    if isinstance(number, float) or (THERE and isinstance(number, np.floating)):
        whole = len(f"{abs(number):.0f}") if abs(number) < 1e7 else 0  # 12345 stays what it is
        return f"{number:.{max(digits, whole)}g}".replace("-", "−")
    return text if len(text := repr(number)) <= 60 else f"{text[:59]}…"


def _halves(number: float | complex) -> tuple[float, float]:
    if isinstance(number, complex):
        return number.real, number.imag
    try:
        return float(number), 0.0
    except OverflowError:  # a whole number that no float reaches
        return math.copysign(math.inf, number), 0.0


_ACCEPTED = ("list", "dtype", "number")


def _accepted(got: Any, expected: Any, accept: list[str]) -> tuple[Any, Any]:
    """Both in one form, where the check takes more than one."""
    if "list" in accept and values.is_array(expected) and isinstance(got, list | tuple):
        return _as_array_like(expected, got), expected
    if "list" in accept and values.is_array(got) and isinstance(expected, list | tuple):
        return values.as_numpy(got).tolist(), expected
    if "number" in accept and values.is_array(expected) and values.count(expected) == 1:
        expected = values.as_numpy(expected).reshape(()).item()
    if "number" in accept and values.is_array(got) and not values.is_array(expected) and values.count(got) == 1:
        got = values.as_numpy(got).reshape(()).item()
    return got, expected


def _as_array_like(expected: Any, parts: Any) -> Any:
    """A list of numbers as an array; as it is where it is no such list, so that the ladder can say so."""
    if not all(isinstance(part, bool | int | float | complex) for part in _leaves(parts)):
        return parts
    try:
        made = np.array(parts)
        if (dtype := values.dtype_name(expected)) != "bfloat16" and ("float" in dtype or made.dtype.kind in "biu"):
            made = made.astype(dtype)
    except (ValueError, OverflowError):  # rows of different lengths
        return parts
    return values.torch_module().from_numpy(made) if values.is_tensor(expected) else made


def _leaves(parts: Any) -> list[Any]:
    return [leaf for part in parts for leaf in _leaves(part)] if isinstance(parts, list | tuple) else [parts]
