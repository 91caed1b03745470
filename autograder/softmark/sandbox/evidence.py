"""Notes which library functions ran in one call, from below Python: evidence of what the fence does not see.

Torch's own profiler records every operator where it is dispatched, in C++. No Python of anybody's runs meanwhile, and
no mode that is taken off by hand hides from it. It sees one thread: that others ran is noted (`APART`), and so is
whoever calls C by hand, which starts threads that Python knows nothing of (`IN_C`). Student code lives in the same
process, so it can silence or forge all of this; whoever switches the profiler off is noted (`OFF`).
It is looked at in one check, chosen by the salt: a note to staff, never points. NumPy has no such layer.
"""

from __future__ import annotations

import _thread
import functools
import operator
import re
import secrets
import sys
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from ..checks import values
from ..running.fence import STARTS, put_before
from ..running.fence_names import Names

OFF = "the recording of torch's operators was switched off"
APART = "threads of its own ran"
IN_C = "functions of C were called by hand"
BLIND = "this version of torch has no profiler that the grader knows"
TOUCHED = "functions of the grader's own were replaced"
SIGNS = frozenset({OFF, APART, IN_C, BLIND, TOUCHED})
"""Notes that are no operators."""

_SWITCHES = (
    *("_enable_record_function", "_enable_profiler", "_disable_profiler", "_prepare_profiler"),
    *("_enable_profiler_legacy", "_disable_profiler_legacy", "_toggle_collection_dynamic"),
)
"""All that can be done to the profiler, in torch._C._autograd."""


def replacements() -> Callable[[], bool]:
    """Whether the engine's functions are others than now. What it knows of them nobody can reach by a name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("softmark.")]
    parts = [part for module in modules for part in vars(module).values() if isinstance(part, type)]
    classes = {part for part in parts if part.__module__.startswith("softmark.")}
    homes: list[Any] = [vars(home) for home in (*modules, *classes)]
    names = [(home, name) for home in homes for name, part in home.items() if hasattr(part, "__get__")]

    def now() -> list[Any]:
        found = [home.get(name) for home, name in names]
        return [*found, *(getattr(part, "__code__", None) for part in found)]

    before = now()
    return lambda: any(map(operator.is_not, now(), before))


class Evidence:
    """Torch's profiler in one process. Made before any student code runs: it keeps the real switches to itself, and
    leaves others in their places that note their use."""

    def __init__(self) -> None:
        self._noted: set[str] = set()
        self._token = secrets.token_hex(8)
        self._count = _thread._count
        self._start: Callable[[], Any] | None = None
        torch = values.torch_module()
        try:
            self._keep(torch)
        except (AttributeError, TypeError):  # no torch, or another than those we know
            return
        homes = torch._C._autograd, torch.autograd, torch.autograd.profiler
        put_before(homes, _SWITCHES, functools.partial(self._noting, OFF))
        put_before((_thread, threading), STARTS, functools.partial(self._noting, APART))
        sys.addaudithook(self._hear)

    def _keep(self, torch: Any) -> None:
        profiler = torch._C._profiler
        no_more = (False,) * 5  # no shapes, no memory, no stacks, no flops, no modules
        config = profiler.ProfilerConfig(profiler.ProfilerState.CPU, *no_more, profiler._ExperimentalConfig())
        self._start = functools.partial(torch._C._autograd._enable_profiler_legacy, config)
        self._stop, self._marker = torch._C._autograd._disable_profiler_legacy, profiler._RecordFunctionFast

    def _noting(self, says: str, real: Any) -> Any:
        @functools.wraps(real)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self._noted.add(says)
            return real(*args, **kwargs)

        return noted

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        """What Python tells of itself, which nobody can stop."""
        if event.startswith("ctypes."):
            self._noted.add(IN_C)

    def of(self, run: Callable[[], Any], forbidden: Collection[str]) -> tuple[Any, list[str]]:
        """What a call gives, and what staff are to look at: operators that are entries of a rule, and what was done to
        the onlooker. An exception goes through."""
        if self._start is None:
            return run(), [BLIND]
        self._noted -= {APART} if self._count() == 0 else set()
        self._start()
        self._mark("begins")
        operators = set[str]()
        try:
            answer = run()
        finally:
            operators = self._ended()
        names = Names.of(tuple(forbidden))
        ran = sorted(operator for operator in operators if names.entry(operator))
        return answer, [f"torch.ops.aten.{name}" for name in ran] + sorted(self._noted)

    def _ended(self) -> set[str]:
        """The operators that ran since the start; `OFF` unless both ends of that time were recorded."""
        seen = set[str]()
        with suppress(Exception):
            self._mark("ends")
            seen = {event.name() for thread in self._stop() for event in thread}
        if not {f"{self._token} begins", f"{self._token} ends"} <= seen:
            self._noted.add(OFF)
        return {found[1] for name in seen if (found := re.fullmatch(r"(?!autograd::)\w+::(\w+)", name))}

    def _mark(self, what: str) -> None:
        with self._marker(f"{self._token} {what}"):
            pass
