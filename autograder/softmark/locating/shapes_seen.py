"""Watches one call by its variables: which shapes the names of each line had. Works for every framework.

It runs where the code runs, so what it says of student code is a claim; `validate` takes of it only what can be one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any, NamedTuple

from ..checks import values
from ..checks.module_names import file_among

MOST_SEEN = 600
MOST_AXES = 8
RETURNED = ""
"""The name under which the value that a function returns is kept."""


class Seen(NamedTuple):
    """After this line, this name held an array of this shape; once for every shape that it ever had there."""

    file: str
    line: int
    name: str
    shape: tuple[int, ...]

    def plain(self) -> list[Any]:
        """As plain data, for the wire."""
        return [self.file, self.line, self.name, list(self.shape)]


class ShapesSeen:
    """Runs calls and keeps the shapes that names of the followed files take on; an Executor's `follow`."""

    def __init__(self, files: frozenset[str]) -> None:
        self._files = files
        self._known: dict[FrameType, tuple[int, dict[str, int]]] = {}
        self.seen: dict[Seen, None] = {}

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            return call(*given, **named)
        finally:
            sys.settrace(before)
            self._known.clear()

    def _enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not self._file(frame):
            return None
        self._known[frame] = frame.f_lineno, {name: id(value) for name, value in frame.f_locals.items()}
        return self._step

    def _step(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event in ("line", "return"):
            line, known = self._known[frame]
            now = dict(frame.f_locals)
            for name, value in now.items():
                if known.get(name) != id(value):
                    self._keep(frame, line, name, value)
            if event == "return":
                self._keep(frame, frame.f_lineno, RETURNED, arg)
            self._known[frame] = frame.f_lineno, {name: id(value) for name, value in now.items()}
        return self._step

    def _keep(self, frame: FrameType, line: int, name: str, value: Any) -> None:
        if values.is_array(value) and len(self.seen) < MOST_SEEN:
            self.seen[Seen(self._file(frame), line, name, values.shape_of(value))] = None

    def _file(self, frame: FrameType) -> str:
        return file_among(frame.f_code.co_filename, self._files)


def validate(data: Any, lines: Mapping[str, int]) -> list[Seen]:
    """What a worker says it saw; ValueError unless it could be true. `lines`: each file → how many lines it has."""
    if not isinstance(data, list) or len(data) > MOST_SEEN:
        raise ValueError("a call that cannot have been watched so")
    return [_one(each, lines) for each in data]


def _one(data: Any, lines: Mapping[str, int]) -> Seen:
    match data:
        case [str(file), int(line), str(name), list(shape)] if file in lines and 1 <= line <= lines[file]:
            sound = len(shape) <= MOST_AXES and all(type(size) is int and 0 <= size < 1 << 40 for size in shape)
            if sound and (name == RETURNED or (name.isidentifier() and len(name) <= 80)):
                return Seen(file, line, name, tuple(shape))
    raise ValueError("a shape that cannot be one")
