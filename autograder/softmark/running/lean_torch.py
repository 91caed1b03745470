"""Imports torch without its compiler.

The first optimiser and the first mask on the meta device make torch import its compiler: 350 modules and a second of
processor time, only to tell it to keep out of the way. Nothing is compiled here, so a small module stands in its place
and agrees to that. Whoever wants anything else of the compiler gets the real one.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

COMPILER = "torch._dynamo"


class StandIn(ModuleType):
    """Answers what torch asks of its compiler where nothing is compiled; anything else brings the real one back."""

    @staticmethod
    def disable(function: Any, *_: Any, **__: Any) -> Any:
        return function

    @staticmethod
    def graph_break(*_: Any, **__: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)  # somebody is only looking through all modules, as `inspect` does
        return getattr(bring_back(), name)


def leave_out_compiler() -> None:
    """To be called after `import torch`, before anything is computed."""
    if COMPILER not in sys.modules:
        _put(StandIn(COMPILER))


def bring_back() -> ModuleType:
    """The real compiler, imported now unless it is there already."""
    if isinstance(sys.modules.get(COMPILER), StandIn):
        del sys.modules[COMPILER]
    real = importlib.import_module(COMPILER)
    _put(real)
    return real


def _put(module: ModuleType) -> None:
    parent, _, name = COMPILER.rpartition(".")
    sys.modules[COMPILER] = module
    setattr(sys.modules[parent], name, module)
