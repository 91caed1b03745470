"""Lets earlier functions reply from a recording, so that a later task is graded on top of them without the solution.

On the server a task that leans on a wrong one is graded once more on top of the reference's. At home there is no
reference. There is a list of calls that right solutions make in the public checks, each with its answer: a call that is
in the list, up to rounding, gets that answer; any other call has none, and then nothing is said about the task at all.
A call is known by a few numbers made of its arrays, and by its other arguments; arrays themselves are not kept.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..checks import single_values, values
from ..checks.each_alone import one_at_a_time
from ..checks.errors import StudentRaised
from ..checks.fixtures import Finding
from ..checks.numpy_if_there import np
from . import tensorfile
from .tensorfile import Stored

if TYPE_CHECKING:
    import numpy.typing as npt

CLOSE = {"float32": 2e-4, "float64": 1e-5}
"""How far the numbers made of an argument may lie apart, in units of its size. Wider than rounding, and than what the
short numbers of this file add to it; a mistake moves an argument by far more."""
DIRECTIONS = 3
_OUTSIDE = (-math.inf, math.inf, 0.0)
"""What an answer that only moves numbers may hold besides them; copied as -1, -2, -3."""


class Unrecorded(RuntimeError):
    """A call that nobody has made before."""

    def __init__(self) -> None:
        super().__init__("an earlier function was asked something that was not recorded")


# What a call is known by ----------------------------------------------------------------------------------------------


def arguments_of(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by their names, whichever way they were passed, the defaults included."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        raise Unrecorded from None
    bound.apply_defaults()
    return dict(bound.arguments)


def outline(value: Any) -> Any:
    """A value without its numbers: arrays are a dtype and a shape."""
    if values.is_array(value):
        if values.device_name(value) != "cpu":
            raise Unrecorded
        return [values.dtype_name(value), *values.shape_of(value)]
    if values.is_device(value):
        return None if value.type == "cpu" else str(value)  # checks at home are on the CPU, where None is as well
    if isinstance(value, Mapping):
        if all(type(name) is str for name in value):
            return {name: outline(part) for name, part in value.items()}
        return ["{}", *sorted(([outline(name), outline(part)] for name, part in value.items()), key=_text)]
    if isinstance(value, list | tuple):
        return ["()", *map(outline, value)]
    if isinstance(value, set | frozenset):
        return ["set", *sorted(map(outline, value), key=_text)]
    if type(value) is float:
        return float(f"{value:.12g}")  # a sum in another order is the same call
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if (tree := single_values.tree_of(value)) is not None:
        return tree
    raise Unrecorded


def _text(outlined: Any) -> str:
    return json.dumps(outlined, separators=(",", ":"))


LONG_OUTLINE = 200


def outline_text(arguments: Mapping[str, Any]) -> str:
    """What a call is known by besides the numbers of its arrays; of a long one, a digest."""
    text = _text(outline(arguments))
    return text if len(text) <= LONG_OUTLINE else hashlib.sha256(text.encode()).hexdigest()[:32]


def mark(array: Any) -> npt.NDArray[np.float64]:
    """A few numbers that two arrays of one shape share only if they are equal up to rounding; the last is its size."""
    # on a scale on which −1e9 does not drown what stands beside it
    flat = np.arcsinh(values.as_numpy(array).astype(np.float64).reshape(-1))
    finite = np.isfinite(flat)
    size = float(np.sqrt(np.square(np.where(finite, flat, 0.0)).sum())) if flat.size else 0.0
    if not finite.all():  # where −∞ stands counts, and it counts as something of the size of the rest
        flat = np.where(finite, flat, np.nan_to_num(np.sign(flat), nan=0.5) * (1.0 + size))
        size = float(np.sqrt(np.square(flat).sum()))
    place = np.arange(flat.size, dtype=np.float64)
    sums = [float(np.cos((0.37 + n) * 0.618 * place * place + (1.7 + n) * place) @ flat) for n in range(DIRECTIONS)]
    return np.array([*sums, size])


def alike(mine: npt.NDArray[np.float64], recorded: npt.NDArray[np.float64], dtype: str) -> bool:
    allowed = CLOSE.get(dtype, 1e-6) * max(mine[-1], recorded[-1]) + 1e-12
    return bool((np.abs(mine - recorded) <= allowed).all())


# What is answered -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordedAnswer:
    """One array of an answer: its numbers, or where in which argument each of them stands."""

    dtype: str
    shape: tuple[int, ...]
    numbers: npt.NDArray[Any]
    copied_from: int | None = None
    """Which array among the arguments; then `numbers` are places in it, or -1, -2, -3 for −∞, ∞, 0."""

    def made(self, kind: Any, leaves: Sequence[Any] | Mapping[int, Any]) -> Any:
        """As an array of the framework; numbers that are only moved stay part of the student's graph."""
        if self.copied_from is None:
            plain = self.numbers.astype(self.dtype).reshape(self.shape)
            return values.torch_module().from_numpy(plain.copy()) if values.is_tensor(kind) else plain.copy()
        source = leaves[self.copied_from].reshape(-1)
        places = np.maximum(self.numbers, 0)
        if not values.is_tensor(source):
            moved = source[places]
            for number, outside in enumerate(_OUTSIDE, 1):
                moved[self.numbers == -number] = outside
            return moved.reshape(self.shape)
        torch = values.torch_module()
        moved = source[torch.from_numpy(places.astype(np.int64))]
        for number, outside in enumerate(_OUTSIDE, 1):
            moved = torch.where(torch.from_numpy(self.numbers == -number), outside, moved)
        return moved.reshape(self.shape)


@dataclass
class Back:
    """One way back through a call: the gradients that arrived at its answers, and what became of them."""

    marks: list[npt.NDArray[np.float64] | None]
    gradients: list[RecordedAnswer | None]
    """One for each array among the arguments."""


@dataclass
class RecordedCall:
    """A call that a right solution makes, and what it is answered."""

    target: str
    outline_text: str
    marks: list[npt.NDArray[np.float64]]
    several: bool
    """The answer is a tuple."""
    answers: list[RecordedAnswer]
    backs: list[Back] = field(default_factory=list)
    plain: str = ""
    """The answer where it holds no arrays: a tree of values as JSON. Each call gets a copy of its own."""

    @property
    def only_moves(self) -> bool:
        """Its answers are its arguments' numbers in other places: they stay in the student's graph by themselves."""
        return all(answer.copied_from is not None for answer in self.answers)

    def fits(self, marks: Sequence[npt.NDArray[np.float64]], dtypes: Sequence[str]) -> bool:
        return all(alike(mine, theirs, dtype) for mine, theirs, dtype in zip(marks, self.marks, dtypes, strict=True))


class Calls:
    """All recorded calls, found by what they are known by."""

    def __init__(self, calls: Iterable[RecordedCall] = ()) -> None:
        self._by_outline: dict[tuple[str, str], list[RecordedCall]] = {}
        for call in calls:
            self.add(call)

    def add(self, call: RecordedCall) -> None:
        self._by_outline.setdefault((call.target, call.outline_text), []).append(call)

    def find(self, target: str, arguments: Mapping[str, Any]) -> RecordedCall | None:
        leaves = [part for _, part in values.arrays_in(dict(arguments))]
        candidates = self._by_outline.get((target, outline_text(arguments)), [])
        if not candidates:
            return None
        marks, dtypes = [mark(part) for part in leaves], [values.dtype_name(part) for part in leaves]
        return next((call for call in candidates if call.fits(marks, dtypes)), None)

    def like(self, call: RecordedCall) -> list[RecordedCall]:
        """Those that differ from it in their numbers at most."""
        return self._by_outline.get((call.target, call.outline_text), [])

    def __iter__(self) -> Iterator[RecordedCall]:
        return (call for calls in self._by_outline.values() for call in calls)


# In the student's modules ---------------------------------------------------------------------------------------------


class StandIns:
    """Takes the places of earlier functions; `missed` once anything was asked that has no answer."""

    def __init__(self, calls: Calls, names: Sequence[str]) -> None:
        self._calls = calls
        self._names = list(names)
        self.asking = ""
        """The check for which the student's code is asked."""
        self._missed: set[str] = set()
        """Checks in which something was asked that has no answer. Whatever the student's code made of the exception,
        what came of them counts for nothing."""

    @property
    def missed(self) -> bool:
        return bool(self._missed)

    def begin(self) -> None:
        """With another task."""
        self._missed.clear()

    def settle(self, finding: Finding) -> None:
        """A check that fails on a batch is tried one at a time, and such calls are not recorded. Where the code copes
        with a batch, that try does not count; where it raises, it may be written for one alone: nothing is known."""
        if finding.alone is None and finding.category != StudentRaised.category:
            self._missed.discard(one_at_a_time(finding.check))

    def enter(self, module: ModuleType, module_name: str) -> None:
        """Replace what is carried of a module that was just loaded, before later files import it."""
        for full in self._names:
            owner_module, _, name = full.partition(".")
            if owner_module != module_name:
                continue
            owner, _, method = name.rpartition(".")
            cls = getattr(module, owner, None) if owner else None
            if not owner:
                setattr(module, name, self._function(full, getattr(module, name, None)))
            elif isinstance(cls, type):
                # the server carries a class as a whole, the given constructor with it: there is no such thing here
                for each in ("__init__", method):
                    setattr(cls, each, self._refuse)

    def _refuse(self, *args: Any, **kwargs: Any) -> Any:
        self._missed.add(self.asking)
        raise Unrecorded

    def _function(self, target: str, own: Any) -> Callable[..., Any]:
        def stand_in(*args: Any, **kwargs: Any) -> Any:
            try:
                arguments = arguments_of(own, args, kwargs)
                call = self._calls.find(target, arguments)
            except Unrecorded:
                call = None
            return self._refuse() if call is None else self._answer(call, arguments)

        stand_in.__name__ = target.rpartition(".")[2]
        return stand_in

    def _answer(self, call: RecordedCall, arguments: dict[str, Any]) -> Any:
        if call.plain:
            return values.decode(json.loads(call.plain), [])
        leaves = [part for _, part in values.arrays_in(arguments)]
        kind = leaves[0] if leaves else values.torch_module() and values.torch_module().empty(0)
        needs_grad = any(getattr(part, "requires_grad", False) for part in leaves)
        if needs_grad and not call.only_moves and values.torch_module().is_grad_enabled():
            made = self._in_the_graph(call, leaves)
        else:
            made = [answer.made(kind, leaves) for answer in call.answers]
        return tuple(made) if call.several else made[0]

    def _in_the_graph(self, call: RecordedCall, leaves: list[Any]) -> list[Any]:
        """The call as a node of the student's graph, whose way back is recorded as well."""
        torch = values.torch_module()
        wanted = [i for i, part in enumerate(leaves) if part.requires_grad]
        stands_in = self

        class Recorded(torch.autograd.Function):  # type: ignore[misc, name-defined]
            @staticmethod
            def forward(ctx: Any, *given: Any) -> Any:
                outputs = [answer.made(given[0], [part.detach() for part in leaves]) for answer in call.answers]
                ctx.mark_non_differentiable(*[part for part in outputs if not part.is_floating_point()])
                ctx.set_materialize_grads(False)
                return tuple(outputs)

            @staticmethod
            def backward(ctx: Any, *arrived: Any) -> Any:
                back = _back(call, arrived)
                if back is None or any(back.gradients[i] is None for i in wanted):
                    return stands_in._refuse()
                return tuple(back.gradients[i].made(leaves[0], leaves) for i in wanted)  # type: ignore[union-attr]

        return list(Recorded.apply(*[leaves[i] for i in wanted]))


def _back(call: RecordedCall, arrived: Sequence[Any]) -> Back | None:
    marks = [None if part is None else mark(part) for part in arrived]
    dtypes = [answer.dtype for answer in call.answers]
    for back in call.backs:
        pairs = list(zip(marks, back.marks, dtypes, strict=True))
        if all((m is None) == (b is None) and (m is None or b is None or alike(m, b, d)) for m, b, d in pairs):
            return back
    return None


# The file -------------------------------------------------------------------------------------------------------------

SHORT_BELOW = 4.0
"""Numbers of float32 up to this size lose their last eight bits: a hundred-thousandth of them. Of float64, those above
it are kept as they are: of x − mean(x), where both are near 1,000, little is left of shorter ones."""
_WIDTHS = {"long": "<f4", "short": "<f4", "double": "<f8", "places": "<i2", "marks": "<f4"}


def write(path: Path, key: str, calls: Iterable[RecordedCall]) -> int:
    """One file: an index, the marks, and three streams of numbers; equal arrays are stored once. Returns its bytes."""
    pools: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in _WIDTHS}
    known: dict[tuple[str, bytes], int] = {}
    ends = dict.fromkeys(pools, 0)
    texts: dict[str, int] = {}

    def put(pool: str, numbers: npt.NDArray[Any]) -> int:
        place = (pool, numbers.tobytes())
        if place not in known:
            known[place] = ends[pool]
            pools[pool].append(numbers.reshape(-1))
            ends[pool] += numbers.size
        return known[place]

    def text(words: str) -> int:
        return texts.setdefault(words, len(texts))

    def answer(part: RecordedAnswer | None) -> Any:
        if part is None:
            return None
        if part.copied_from is not None:
            return ["places", put("places", part.numbers.astype("<i2")), part.dtype, part.shape, part.copied_from]
        if part.dtype == "float64" and (np.abs(part.numbers) > SHORT_BELOW).any():
            return ["double", put("double", part.numbers.astype("<f8")), part.dtype, part.shape, None]
        numbers = part.numbers.astype("<f4")
        short = part.dtype == "float32" and not (np.abs(numbers) > SHORT_BELOW).any()
        pool = "short" if short else "long"
        return [pool, put(pool, _rounded(numbers) if short else numbers), part.dtype, part.shape, None]

    def marks(each: Sequence[npt.NDArray[np.float64] | None]) -> list[int | None]:
        return [None if part is None else put("marks", part.astype("<f4")) for part in each]

    listed = [
        [
            text(call.target),
            text(call.outline_text),
            marks(call.marks),
            call.several,
            [answer(part) for part in call.answers],
            [[marks(back.marks), [answer(part) for part in back.gradients]] for back in call.backs],
            call.plain,
        ]
        for call in calls
    ]
    index = json.dumps({"key": key, "texts": list(texts), "calls": listed}, separators=(",", ":")).encode()
    stored = {"index": _packed(index)}
    for name, parts in pools.items():
        stored[name] = _packed(_planes(np.concatenate(parts)) if parts else b"")
    path.write_bytes(tensorfile.dump(stored))
    return path.stat().st_size


def _rounded(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    bits = numbers.view("<u4").astype(np.uint64)
    return (((bits + 0x80) & 0xFFFFFF00).astype("<u4")).view("<f4")


def _planes(numbers: npt.NDArray[Any]) -> bytes:
    """All first bytes, then all second ones: alike beside alike, for the compressor."""
    return np.ascontiguousarray(numbers.view(np.uint8).reshape(numbers.size, numbers.itemsize).T).tobytes()


def _unplaned(data: bytes, dtype: str) -> npt.NDArray[Any]:
    width = np.dtype(dtype).itemsize
    return np.ascontiguousarray(np.frombuffer(data, np.uint8).reshape(width, -1).T).view(dtype).reshape(-1)


def _packed(data: bytes) -> Stored:
    packed = zlib.compress(data, 9)
    return Stored("uint8", (len(packed),), packed)


def read(path: Path, key: str) -> Calls:
    """What is there; nothing where the file is missing, damaged, or of another term: then tasks wait, as they may."""
    try:
        stored, _ = tensorfile.parse(path.read_bytes())
        parts = {name: zlib.decompress(part.data) for name, part in stored.items()}
        index = json.loads(parts["index"])
        # a course in plain Python has no arrays, and whoever works at it may have no NumPy
        pools = {name: _unplaned(parts[name], width) for name, width in _WIDTHS.items() if parts[name]}
        return (
            Calls(_call(entry, index["texts"], pools) for entry in index["calls"]) if index["key"] == key else Calls()
        )
    except (OSError, KeyError, ValueError, TypeError, IndexError, zlib.error):
        return Calls()


def _call(entry: Sequence[Any], texts: Sequence[str], pools: Mapping[str, npt.NDArray[Any]]) -> RecordedCall:
    def answer(part: Any) -> RecordedAnswer:
        pool, start, dtype, shape, copied_from = part
        numbers = pools[pool][start : start + int(np.prod(shape, dtype=np.int64))]
        return RecordedAnswer(dtype, tuple(shape), numbers, copied_from)

    def marks(starts: Sequence[int | None]) -> list[Any]:
        return [None if s is None else pools["marks"][s : s + DIRECTIONS + 1].astype(np.float64) for s in starts]

    target, outlined, marked, several, answers, backs, plain = entry
    ways = [Back(marks(at), [None if part is None else answer(part) for part in found]) for at, found in backs]
    return RecordedCall(
        texts[target], texts[outlined], marks(marked), several, [answer(part) for part in answers], ways, plain
    )
