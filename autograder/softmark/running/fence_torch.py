"""Shows a fence what is called of torch.

A mode sees every function that Python calls, whatever it is called by. It is off while that function runs: where it can
run somebody's Python (a hook, a subclass of Tensor), a second mode below sees its operators.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from ..checks import values

if TYPE_CHECKING:
    from .fence import Fence

SWITCH = "DisableTorchFunction"
"""Hides calls from modes. Torch itself never uses it where a task can reach."""
_RUNS_HOOKS = ("backward", "grad")


def surround(fence: Fence) -> None:
    """Nobody hides from modes while the fence looks, and scripted code runs as the Python that it was written in."""
    torch = values.torch_module()
    if torch is None:
        return
    _calls(), _operators()  # now, while nobody has replaced what they are derived from
    torch.jit._state.disable()
    real = getattr(torch._C, SWITCH)
    setattr(torch._C, SWITCH, lambda: nullcontext() if fence.looks else real())


@contextmanager
def watched(fence: Fence) -> Iterator[None]:
    if values.torch_module() is None:
        yield
        return
    with _calls()(fence):
        yield


@functools.cache
def _calls() -> Any:
    from torch.overrides import TorchFunctionMode

    class Calls(TorchFunctionMode):
        def __init__(self, fence: Fence) -> None:
            super().__init__()
            self._fence = fence

        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = getattr(function, "__name__", "")
            theirs, named = self._fence.seen(name, sys._getframe(1)), kwargs or {}
            if theirs and (name in _RUNS_HOOKS or not (_plain(args) and (not named or _plain(named.values())))):
                with _operators()(self._fence):
                    return function(*args, **named)
            return function(*args, **named)

    return Calls


@functools.cache
def _operators() -> Any:
    from torch.utils._python_dispatch import TorchDispatchMode

    class Operators(TorchDispatchMode):  # type: ignore[no-untyped-call]
        def __init__(self, fence: Fence) -> None:
            super().__init__()  # type: ignore[no-untyped-call]
            self._fence = fence

        def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            self._fence.seen(function.__name__, sys._getframe(1), directly=True)
            return function(*args, **(kwargs or {}))

    return Operators


def _plain(parts: Any) -> bool:
    """Whether nothing among these arguments can run Python code."""
    kinds = _plain_kinds()
    for part in parts:  # noqa: SIM110 (before every call of torch: all() would take twice the time)
        if type(part) not in kinds and not (type(part) in (list, tuple) and _plain(part)):
            return False
    return True


@functools.cache
def _plain_kinds() -> frozenset[type]:
    import torch

    python = {type(None), bool, int, float, complex, str, slice, type(...), range, type}
    own = {torch.Tensor, torch.nn.Parameter, torch.Size, torch.dtype, torch.device, torch.Generator}
    return frozenset(python | own | {torch.layout, torch.memory_format})
