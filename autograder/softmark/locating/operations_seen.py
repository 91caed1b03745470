"""Watches one call by the names of its operations: which of them make new numbers. Light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..checks import values
from . import numpy_steps
from .watched_calls import torch_mode

REARRANGE = frozenset(
    {"__get__", "__getitem__", "__setitem__", "size", "dim", "view", "reshape", "transpose", "permute", "unsqueeze"}
    | {"squeeze", "flatten", "unflatten", "contiguous", "expand", "expand_as", "to", "float", "double", "type_as"}
    | {"stack", "cat", "concatenate", "split", "chunk", "unbind", "clone", "detach", "swapaxes", "movedim", "narrow"}
)
"""Operations that leave all numbers as they are."""


class OperationsSeen:
    """Runs calls and keeps the names of the operations in the last of them that make new numbers."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        self.names = set()
        if values.torch_module() is None or numpy_steps.is_numpy((given, named)):
            return numpy_steps.plain(numpy_steps.watched(self, call, given, named))
        with torch_mode()(self):
            return call(*given, **named)

    def step(self, func: Any, args: Any, kwargs: Any) -> Any:
        self.operation(getattr(func, "__name__", ""), None, None)
        return func(*args, **kwargs)

    def operation(self, name: str, given: Any, out: Any) -> None:
        self.names |= {name} - REARRANGE

    def written(self, name: str, given: Any, base: Any) -> None:
        self.operation(name, given, base)

    def derived(self, out: Any, base: Any) -> None:
        pass
