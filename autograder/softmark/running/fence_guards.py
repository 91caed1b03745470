"""Shows a fence who calls the functions of Python and of libraries other than torch that a rule forbids.

A guard stands in the place of each, from before the student's code is imported: whatever name it takes, it takes the
guard. It refuses the student's own calls while the fence looks. What the library does for itself it never notices.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Collection
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .fence import Fence


def surround(fence: Fence, forbidden: Collection[str]) -> None:
    for entry in forbidden:
        home, _, name = entry.rpartition(".")
        if home.partition(".")[0] in ("torch", "Tensor", "F") or (module := _module(home)) is None:
            continue
        real = getattr(module, name, None)
        real = real._real if isinstance(real, Guard) else real  # of another fence, which is not looking any more
        if isinstance(real, ModuleType):  # everything below it
            for each in [each for each, part in vars(real).items() if callable(part) and not each.startswith("_")]:
                setattr(real, each, Guard(getattr(real, each), entry, fence))
        elif callable(real):
            setattr(module, name, Guard(real, entry, fence))


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:  # "ndarray": no function of a module
        return None


class Guard:
    """A function or a class, for everybody but a student who may not call it."""

    def __init__(self, real: Any, entry: str, fence: Fence) -> None:
        self._real, self._entry, self._fence = real, entry, fence
        self._library = entry.partition(".")[0]

    def _looked_at(self, frame: FrameType | None) -> None:
        while frame is not None and self._is_between(frame):
            frame = frame.f_back
        self._fence.called(self._entry, frame)

    def _is_between(self, frame: FrameType) -> bool:
        """A text that somebody executes, and the library itself, which hands on what it was given."""
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        return module == self._library or frame.f_code.co_filename.startswith("<")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        frame = sys._getframe(1)
        self._looked_at(frame)
        if self._real in (builtins.eval, builtins.exec) and len(args) == 1 and not kwargs:
            args = (*args, frame.f_globals, frame.f_locals)
        return self._real(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._real, name)
        if callable(part) and not name.startswith("_"):  # numpy.add.reduce adds
            self._looked_at(sys._getframe(1))
        return part

    # what a class is used for without being called

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, self._real)

    def __subclasscheck__(self, cls: type) -> bool:
        return issubclass(cls, self._real)

    def __mro_entries__(self, bases: Any) -> tuple[Any, ...]:
        return (self._real,)

    def __getitem__(self, parameters: Any) -> Any:
        return self._real[parameters]

    def __or__(self, other: Any) -> Any:
        return self._real | other

    def __ror__(self, other: Any) -> Any:
        return other | self._real

    def __eq__(self, other: object) -> bool:
        return bool(self._real == other)

    def __hash__(self) -> int:
        return hash(self._real)
