"""What a worker is asked to tell of its own steps (library functions that ran, values on the way), and what it told.

All of it is a claim by hostile code. What cannot be true is left out; the rest is evidence and no proof.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..checks.values import is_array
from ..locating.watched_calls import Watched
from ..sandbox import calls_seen, wire

MORE_PATIENCE = 3
"""Times as long for a call that is watched, which makes code slow."""
_PATH = re.compile(r"torch\.[\w.]{1,80}")


@dataclass
class Followed:
    """Calls that were followed, with how their answers came about."""

    wanted: Sequence[int] = ()
    """Steps of a call whose values are wanted, too."""
    calls: list[tuple[str, Watched]] = field(default_factory=list)
    values: dict[int, Any] = field(default_factory=dict)
    """The wanted values, by step."""


class Watching:
    """Of one program, and of those that stand on top of it."""

    def __init__(self, tape: Collection[str] = (), closely: Collection[str] = ()) -> None:
        """Checks: of which ones autograd's tape is looked at, and which are watched by all that is known."""
        self._tape, self._closely = frozenset(tape), set(closely)
        self.seen: dict[str, set[str]] = {}
        """Check → the library functions that it is said to have run."""
        self.lost: set[str] = set()
        """Checks that ended the process, or ran out of time, while they were watched: they are made once more,
        unwatched."""
        self._followed: Followed | None = None

    @contextlib.contextmanager
    def follow(self, wanted: Sequence[int] = ()) -> Iterator[Followed]:
        """While this is open, replies come with an account of their steps."""
        self._followed = Followed(wanted)
        try:
            yield self._followed
        finally:
            self._followed = None

    def asked(self, check: str) -> dict[str, Any]:
        """The fields of a question that ask for claims."""
        closely = check in self._closely
        asked: dict[str, Any] = {"look": closely or check in self._tape, "watch": closely}
        if self._followed is not None:
            asked |= {"follow": True, "keep": list(self._followed.wanted)}
        return asked

    def patience(self, seconds: float, check: str) -> float:
        return seconds * (MORE_PATIENCE if self._followed or check in self._closely else 1)

    def lose(self, check: str) -> bool:
        """A call of this check was lost; whether it was being watched, which it is no more."""
        watched = check in self._closely
        self._closely.discard(check)
        self.lost |= {check} if watched else set()
        return watched

    def note_calls(self, check: str, reply: wire.Sealed) -> None:
        if isinstance(names := reply.head.get("seen"), list) and check in self._tape | self._closely:
            told = (name for name in names[: calls_seen.MOST] if isinstance(name, str) and _PATH.fullmatch(name))
            self.seen.setdefault(check, set()).update(told)

    def note_steps(self, name: str, frame: wire.Frame, own: Mapping[str, str]) -> None:
        """`own`: the student's files, beyond which nothing can be claimed."""
        if self._followed is None or not isinstance(frame.value, dict) or "watched" not in frame.value:
            return
        lines = {file: text.count("\n") + 1 for file, text in own.items()}
        with contextlib.suppress(ValueError):  # an account that cannot be true says nothing
            self._followed.calls.append((name, Watched.from_json(frame.value["watched"], lines)))
        kept, wanted = frame.value.get("kept"), self._followed.wanted
        if isinstance(kept, list) and len(kept) == len(wanted):
            self._followed.values = {step: value for step, value in zip(wanted, kept, strict=True) if is_array(value)}
