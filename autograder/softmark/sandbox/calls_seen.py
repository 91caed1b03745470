"""Notes which library functions really ran, from inside the process that runs them.

Three onlookers, none of which sees spellings:

- Torch's own profiler records every operator where it is dispatched, in C++. A library softmax is one operator there
  (aten::_softmax), a student's own is several. No Python of ours runs meanwhile, what disables hooks of Python does not
  reach it, and it costs a fifth of what such a hook costs. It sees one thread: other threads are noted (`APART`). (The
  newer profiler sees all threads, and takes a millisecond for each call and 15 for the first.)
- The tape that autograd keeps for gradients names the operators that made an answer. It is looked at after the call,
  in every check of gradients: nothing has to be switched on for it that could be switched off.
- A hook of Python sees functions that are made of several operators by their public names, as
  multi_head_attention_forward.

Student code lives in the same process, so it can silence or forge each of them. Whoever switches the profiler off, for
good or for a moment, is noted (`OFF`). All this stays evidence for staff, beside the reading of the source
(reading/rules/), and never decides a point. NumPy has no such layer: there is the source alone.
"""

from __future__ import annotations

import _thread
import functools
import re
import secrets
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar

from ..checks import values

MOST = 4000
"""Different names that are kept of one call: more than torch has, so that nobody can crowd one out with others."""

DIFFERS = "torch.watched.differs"
"""Stands among the names where a call failed when it was watched, and passed when it was not."""
OFF = "torch.watched.off"
"""Stands among the names where the profiler was switched off, or anything else was done to it."""
APART = "torch.watched.apart"
"""Stands among the names where other threads ran besides."""
BLIND = "torch.watched.blind"
"""Stands among the names where this torch has no profiler that we know, so that operators were not seen."""
_SAID = {OFF, APART, BLIND}

_OPERATOR = re.compile(r"(?!autograd::)(\w+)::(\w+)")
_NODE = re.compile(r"(\w+?)Backward\d+")
_HUMP = re.compile(r"(?<!^)(?=[A-Z])")
_SWITCHES = (
    *("_enable_record_function", "_enable_profiler", "_disable_profiler", "_prepare_profiler"),
    *("_enable_profiler_legacy", "_disable_profiler_legacy", "_toggle_collection_dynamic"),
)
"""All that can be done to the profiler, in torch._C._autograd."""
_THREADS = ("start_new_thread", "start_new", "start_joinable_thread")
_MOST_NODES = 20_000
"""Of one tape; a right answer's has some hundreds."""

_T = TypeVar("_T")


class _Profiler:
    """Torch's profiler in one process. Made before any student code runs: it keeps the real switches to itself, and
    leaves others in their places that note their use."""

    def __init__(self, torch: Any) -> None:
        switches, profiler = torch._C._autograd, torch._C._profiler
        self._start, self._stop = switches._enable_profiler_legacy, switches._disable_profiler_legacy
        self._marker = profiler._RecordFunctionFast
        no_more = (False,) * 5  # no shapes, no memory, no stacks, no flops, no modules
        self._config = profiler.ProfilerConfig(profiler.ProfilerState.CPU, *no_more, profiler._ExperimentalConfig())
        self._token = secrets.token_hex(8)
        self._used: set[str] = set()
        self._running_threads = _thread._count
        self._note_use_of(_SWITCHES, OFF, switches, torch.autograd, torch.autograd.profiler)
        self._note_use_of(_THREADS, APART, _thread)
        self._note_use_of(["_start_new_thread", "_start_joinable_thread"], APART, threading)

    def _note_use_of(self, names: Iterable[str], says: str, *homes: Any) -> None:
        for home, name in product(homes, names):
            if hasattr(home, name):
                setattr(home, name, self._noting(getattr(home, name), says))

    def _noting(self, real: Any, says: str) -> Any:
        @functools.wraps(real)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self._used.add(says)
            return real(*args, **kwargs)

        return noted

    def start(self) -> None:
        self._used.discard(APART)
        if self._running_threads():
            self._used.add(APART)
        self._start(self._config)
        self._mark("begins")

    def stop(self) -> set[str]:
        """The operators that ran since the start; `OFF` unless both ends of that time were recorded."""
        names: set[str] = set()
        with suppress(Exception):
            self._mark("ends")
            names = {event.name() for thread in self._stop() for event in thread}
        found = {f"torch.ops.{'.'.join(match.groups())}" for name in names if (match := _OPERATOR.fullmatch(name))}
        whole = {f"{self._token} begins", f"{self._token} ends"} <= names
        return found | self._used | (set() if whole else {OFF})

    def _mark(self, what: str) -> None:
        with self._marker(f"{self._token} {what}"):
            pass


@lru_cache(maxsize=1)
def _profiler() -> _Profiler | None:
    """None without torch, and with another torch than those we know."""
    torch = values.torch_module()
    try:
        return _Profiler(torch) if torch is not None else None
    except (AttributeError, TypeError):
        return None


def get_ready() -> None:
    """To be called before any student code runs."""
    if "torch" in sys.modules:
        _profiler()


@lru_cache(maxsize=1)
def _function_mode() -> Any:
    """Made once, because making a class takes longer than most calls."""
    base: Any = values.torch_module().overrides.TorchFunctionMode

    class Functions(base):  # type: ignore[misc]
        def __init__(self, seen: set[Any]) -> None:
            super().__init__()
            self.seen = seen

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            self.seen.add(func)
            return func(*args, **(kwargs or {}))

    return Functions


@contextmanager
def watching(seen: set[str]) -> Iterator[None]:
    """Collect the names of what torch runs meanwhile: torch.softmax, torch.ops.aten._softmax."""
    if values.torch_module() is None:
        yield
        return
    profiler = _profiler()
    called: set[Any] = set()
    operators = {BLIND}
    if profiler is not None:
        profiler.start()
    try:
        with _function_mode()(called):
            yield
    finally:
        if profiler is not None:
            operators = profiler.stop()
        names = operators | {f"torch.{getattr(func, '__name__', '')}" for func in called}
        seen.update(sorted(names)[:MOST])
        seen.update(operators & _SAID)


def observed(run: Callable[[], _T], seen: set[str]) -> _T:
    """Run something while looking on. Whatever goes wrong under the eyes of the hooks is done again without them: a
    right answer must not fail because it was watched. If it then succeeds, that is evidence as well."""
    try:
        with watching(seen):
            return run()
    except Exception:
        done = run()
    seen.add(DIFFERS)
    return done


def note_tape(results: Any, seen: set[str]) -> None:
    """Collect the operators on autograd's tape of some results: torch.ops.aten.softmax for a SoftmaxBackward0. Results
    can be anything, and what cannot be looked at says nothing."""
    with suppress(Exception):
        seen |= _on_tape(results)


def _on_tape(results: Any) -> set[str]:
    """A student's own autograd.Function is no operator, whatever its name is."""
    function: Any = values.torch_module().autograd.function.BackwardCFunction
    made_by = [getattr(part, "grad_fn", None) for _, part in values.arrays_in(results)]
    waiting = [node for node in made_by if node is not None]
    met, names = set(waiting), set[str]()
    while waiting and len(met) < _MOST_NODES:
        node = waiting.pop()
        if not isinstance(node, function):
            names.add(node.name())
        for before, _ in node.next_functions:
            if before is not None and before not in met:
                met.add(before)
                waiting.append(before)
    return {f"torch.ops.aten.{_HUMP.sub('_', found[1]).lower()}" for name in names if (found := _NODE.fullmatch(name))}
