"""What a worker is asked to tell of its own steps (library functions that ran, values on the way), and what it told.

All of it is a claim by hostile code. What cannot be true is left out; the rest is evidence and no proof.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..locating.account import Watched
from ..sandbox import wire
from ..sandbox.evidence import SIGNS, TOUCHED

MORE_PATIENCE = 3
"""Times as long for a call that is watched, which makes code slow."""
MOST = 100
"""Notes on one call."""
_PATH = re.compile(r"torch\.ops\.[\w.]{1,80}")


class Watching:
    """Of one program, and of those that stand on top of it."""

    def __init__(self, checks: Collection[str] = ()) -> None:
        """Checks in which it is noted what runs."""
        self._watched = set(checks)
        self.seen: dict[str, set[str]] = {}
        """Check → what is said to have run, and what was done to the onlooker."""
        self.lost: set[str] = set()
        """Checks that ended the process, or ran out of time, while they were watched: they are made once more,
        unwatched."""
        self._followed: list[tuple[str, Watched]] | None = None

    @contextlib.contextmanager
    def follow(self) -> Iterator[list[tuple[str, Watched]]]:
        """While this is open, replies come with an account of their steps; they gather in what it gives."""
        self._followed = []
        try:
            yield self._followed
        finally:
            self._followed = None

    def asked(self, check: str) -> dict[str, Any]:
        """The fields of a question that ask for claims."""
        asked: dict[str, Any] = {"watch": check in self._watched}
        if self._followed is not None:
            asked["follow"] = True
        return asked

    def patience(self, seconds: float, check: str) -> float:
        return seconds * (MORE_PATIENCE if self._followed is not None or check in self._watched else 1)

    def lose(self, check: str) -> bool:
        """A call of this check was lost; whether it was being watched, which it is no more."""
        watched = check in self._watched
        self._watched.discard(check)
        self.lost |= {check} if watched else set()
        return watched

    def note_calls(self, check: str, reply: wire.Sealed) -> None:
        if isinstance(notes := reply.head.get("seen"), list):
            told = {note for note in notes[:MOST] if isinstance(note, str) and (note in SIGNS or _PATH.fullmatch(note))}
            self.seen.setdefault(check, set()).update(told if check in self._watched else told & {TOUCHED})

    def note_steps(self, name: str, frame: wire.Frame, own: Mapping[str, str]) -> None:
        """`own`: the student's files, beyond which nothing can be claimed."""
        if self._followed is None or not isinstance(frame.value, dict) or "watched" not in frame.value:
            return
        lines = {file: text.count("\n") + 1 for file, text in own.items()}
        with contextlib.suppress(ValueError):  # an account that cannot be true says nothing
            self._followed.append((name, Watched.from_json(frame.value["watched"], lines)))
