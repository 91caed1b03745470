"""Notes which library functions really ran, from inside the process that runs them.

Two of torch's own hooks look on: one sees functions by their public names, the other the operators below them, which
compiled and private paths cannot avoid. A thread of the student's own escapes both, and student code could forge or
silence either, since it lives in the same process. So this is evidence for staff, beside the reading of the source
(reading/rules/); it never decides a point. The ways round it that are known are listed in
reading/rules/bypasses.py, and a source that uses one is told to staff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar

from ..checks import values

MOST = 4000
"""Different names that are kept of one call: more than torch has, so that nobody can crowd one out with others."""

DIFFERS = "torch.watched.differs"
"""Stands among the names where a call failed when it was watched, and passed when it was not."""

_T = TypeVar("_T")


@lru_cache(maxsize=1)
def _hooks() -> tuple[Any, Any]:
    """Torch's two kinds of onlooker; made once, because making a class takes longer than most calls."""
    torch = values.torch_module()
    modes: Any = (torch.overrides.TorchFunctionMode, torch.utils._python_dispatch.TorchDispatchMode)
    function_mode, dispatch_mode = modes

    class Functions(function_mode):  # type: ignore[misc, valid-type]
        def __init__(self, seen: set[Any]) -> None:
            super().__init__()
            self.seen = seen

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            self.seen.add(func)
            return func(*args, **(kwargs or {}))

    class Operators(dispatch_mode):  # type: ignore[misc, valid-type]
        def __init__(self, seen: set[Any]) -> None:
            super().__init__()
            self.seen = seen

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            self.seen.add(func)
            return func(*args, **(kwargs or {}))

    return Functions, Operators


@contextmanager
def watching(seen: set[str]) -> Iterator[None]:
    """Collect the names of what torch runs meanwhile: torch.softmax, torch.ops.aten._softmax."""
    if values.torch_module() is None:
        yield
        return
    functions, operators = _hooks()
    called: set[Any] = set()
    dispatched: set[Any] = set()
    try:
        with operators(dispatched), functions(called):
            yield
    finally:
        names = [f"torch.{getattr(func, '__name__', '')}" for func in called]
        names += [f"torch.ops.{str(func).rpartition('.')[0]}" for func in dispatched]
        seen.update(sorted(names)[:MOST])


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
