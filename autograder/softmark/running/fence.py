"""Stops the calls that a task's rules forbid, where they happen: no reading of the source, so no way round it by
spelling, and no harm to code that only looks forbidden.

Torch shows every call to a mode (fence_torch.py); functions of other libraries have a guard in their place
(fence_guards.py), and methods of values that nothing else sees are found where they stand (fence_methods.py). All three
come here. A call is the student's if it was made in a student's line, or by a library that was called there.
"""

from __future__ import annotations

import _thread
import functools
import itertools
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from ..checks.errors import NotAllowed
from ..checks.module_names import file_among
from . import fence_guards, fence_methods, fence_torch
from .fence_names import Names

OURS, LIBRARY = "", "library"
_ENGINE = f"{Path(__file__).parents[1]}{os.sep}"
_CALL_OTHERS = ("_called", "_construct", "_do", "_computed", "_length", "_took", "watched")
"""Our functions that call what somebody handed in; what all others of ours call, they call for themselves."""


_NAMES = ("start_new_thread", "start_new", "start_joinable_thread")
STARTS = (*_NAMES, *(f"_{name}" for name in _NAMES))
"""What starts a thread, in the modules below threading and in itself."""


def put_before(homes: Iterable[Any], names: Iterable[str], ours: Callable[[Any], Any]) -> None:
    """Put something of ours in the place of each of these functions."""
    for home, name in itertools.product(homes, names):
        if real := getattr(home, name, None):
            setattr(home, name, ours(real))


class _Here(threading.local):
    started_at: str | None = None
    """The student's line that started this thread."""


class Fence:
    """Around one program's code. Closed only while a check of a task with rules asks."""

    def __init__(self, own_files: Collection[str] = ()) -> None:
        """`own_files`: in whose lines a call is the student's."""
        self.hit: NotAllowed | None = None
        self.own = frozenset(own_files)
        self.names = Names()
        """What is forbidden now: nothing while it is open."""
        self._here = _Here()
        self._owners: dict[str, str] = {}
        self._for_ourselves: set[CodeType] = set()
        """Our functions that call nothing of the student's."""

    @contextmanager
    def closed(self, forbidden: Collection[str]) -> Iterator[None]:
        """`forbidden`: dotted names, "torch.nn.functional.softmax". Raises NotAllowed at the end, also where the code
        inside caught it."""
        if not forbidden:
            yield
            return
        self.hit, self.names = None, Names.of(tuple(forbidden))
        try:
            with self._watched():
                yield
        finally:
            self.names = Names()
            if self.hit:
                raise self.hit from None

    def surround(self, forbidden: Collection[str]) -> None:
        """Once, in a process that is about to import somebody's code: no way round by a thread, a compiled graph, or a
        name that was taken before. `forbidden`: all that any rule of the assignment forbids."""
        fence_torch.surround(self)
        fence_guards.surround(self, forbidden)
        put_before((_thread, threading), STARTS, self._watching)

    @property
    def looks(self) -> bool:
        """Whether a call that is made now is anybody's business."""
        return bool(self.names.entries)

    def seen(self, name: str, frame: FrameType | None, *, directly: bool = False) -> bool:
        """A function of this name is called here; whether for the student. `directly`: what a library does for itself
        is its own affair, even where the student called it."""
        if not self.looks or (frame is not None and frame.f_code in self._for_ourselves):
            return False
        entry = self.names.entry(name)
        while frame is not None and self._owner(frame) == LIBRARY:
            entry = entry or self.names.place(frame)
            frame = frame.f_back
        theirs = self.is_theirs(frame) if directly else self._answers_for(frame)
        if entry and theirs:
            self.stop(entry, frame)
        return theirs

    def called(self, entry: str, frame: FrameType | None) -> None:
        """What this entry forbids is called here."""
        if self.looks and entry in self.names.entries and self._answers_for(frame):
            self.stop(entry, frame)

    def stop(self, entry: str, frame: FrameType | None, line: int = 0) -> None:
        """For good: the first call is what is told. `line`: where that is not the one that runs."""
        self.hit = self.hit or NotAllowed(entry, line=self._line(frame, line) or self._here.started_at)
        if threading.get_ident() != threading.main_thread().ident:
            _thread.interrupt_main()  # it may wait for an answer that never comes
        raise self.hit

    def _answers_for(self, frame: FrameType | None) -> bool:
        """Whether what is called here is called for the student: in a line of theirs, or by us, as it was handed in."""
        if frame is None or self.is_theirs(frame) or frame.f_code.co_name in _CALL_OTHERS:
            return True
        self._for_ourselves.add(frame.f_code)
        return False

    def is_theirs(self, frame: FrameType | None) -> bool:
        return frame is not None and self._owner(frame) not in (OURS, LIBRARY)

    def _line(self, frame: FrameType | None, line: int = 0) -> str | None:
        """The nearest of the student's lines."""
        while frame is not None and not self.is_theirs(frame):
            frame = frame.f_back
        return f"{self._owner(frame)} line {line or frame.f_lineno}" if frame else None

    def _owner(self, frame: FrameType) -> str:
        """OURS, LIBRARY, or the name of the student's file."""
        file = frame.f_code.co_filename
        if (known := self._owners.get(file)) is None:
            ours = OURS if file.startswith(_ENGINE) else LIBRARY
            known = self._owners[file] = file_among(file, self.own) or ours
        return known

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """In this thread."""
        with fence_torch.watched(self), fence_methods.watched(self):
            yield

    def _watching(self, start: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(start)
        def started(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
            line = self._line(sys._getframe(1)) or self._here.started_at

            def watched(*args: Any, **kwargs: Any) -> None:
                self._here.started_at = line
                with self._watched():
                    function(*args, **kwargs)

            return start(watched, *given, **named)

        return started
