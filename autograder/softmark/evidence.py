"""Which library functions really ran, seen from inside the process that ran them.

Two of torch's own hooks look on: one sees functions by their public names, the other the operators below them, which
compiled and private paths cannot avoid. A thread of the student's own escapes both, and student code could forge or
silence either, since it lives in the same process. So this is evidence for staff, beside the reading of the source
(rules.py); it never decides a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from . import values

MOST = 200
"""Different names that are kept of one call."""

_T = TypeVar("_T")


@contextmanager
def watching(seen: set[str]) -> Iterator[None]:
    """Collect the names of what torch runs meanwhile: torch.softmax, torch.ops.aten._softmax."""
    torch = values.torch_module()
    if torch is None:
        yield
        return
    modes: Any = (torch.overrides.TorchFunctionMode, torch.utils._python_dispatch.TorchDispatchMode)
    function_mode, dispatch_mode = modes

    def note(path: str) -> None:
        if len(seen) < MOST:
            seen.add(path)

    class Functions(function_mode):  # type: ignore[misc, valid-type]
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            note(f"torch.{getattr(func, '__name__', '')}")
            return func(*args, **(kwargs or {}))

    class Operators(dispatch_mode):  # type: ignore[misc, valid-type]
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            note(f"torch.ops.{str(func).rpartition('.')[0]}")
            return func(*args, **(kwargs or {}))

    with ExitStack() as stack:
        stack.enter_context(Operators())
        stack.enter_context(Functions())
        yield


def observed(run: Callable[[], _T], seen: set[str]) -> _T:
    """Run something while looking on. Whatever goes wrong under the eyes of the hooks is done again without them: a
    right answer must not fail because it was watched."""
    try:
        with watching(seen):
            return run()
    except Exception:
        return run()
