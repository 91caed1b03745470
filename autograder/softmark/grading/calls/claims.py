"""Asks the worker about its own steps (library functions that ran, values, shapes) and keeps what it says.

All of it is a claim by hostile code. What cannot be true is left out; the rest is evidence and no proof.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...checks.values import is_array
from ...locating.watched_calls import Watched
from ...sandbox import calls_seen, wire

_PATH = re.compile(r"torch\.[\w.]{1,80}")


@dataclass
class Followed:
    """Calls that were watched, with how their answers came about."""

    wanted: Sequence[int] = ()
    """Steps of a call whose values are wanted, too."""
    calls: list[tuple[str, Watched]] = field(default_factory=list)
    values: dict[int, Any] = field(default_factory=dict)
    """The wanted values, by step."""


class Claims:
    """What is asked for now, and what was said."""

    def __init__(self) -> None:
        self.tape = False
        """Whether to ask which library functions made an answer, by autograd's tape."""
        self.library = False
        """Whether to ask which library functions run, by all that is known of them."""
        self._library_calls: set[str] = set()
        self._followed: Followed | None = None

    @property
    def following(self) -> bool:
        """Whether the steps of calls are watched, which makes code slow."""
        return self._followed is not None

    @property
    def slow(self) -> bool:
        """Whether anything is asked for that makes code slow."""
        return self.library or self.following

    @contextlib.contextmanager
    def follow(self, wanted: Sequence[int] = ()) -> Iterator[Followed]:
        """While this is open, replies come with an account of their steps."""
        self._followed = Followed(wanted)
        try:
            yield self._followed
        finally:
            self._followed = None

    def asked(self) -> dict[str, Any]:
        """The fields of a question that ask for claims."""
        return {
            "look": self.tape or self.library,
            "watch": self.library,
            "follow": self._followed is not None,
            "keep": list(self._followed.wanted) if self._followed is not None else [],
        }

    def note_library_calls(self, reply: wire.Sealed) -> None:
        if (self.tape or self.library) and isinstance(names := reply.head.get("seen"), list):
            self._library_calls.update(
                name for name in names[: calls_seen.MOST] if isinstance(name, str) and _PATH.fullmatch(name)
            )

    def note_that_it_differs(self) -> None:
        """Note that something went wrong while it was watched, and only then."""
        self._library_calls.add(calls_seen.DIFFERS)

    def take_library_calls(self) -> set[str]:
        """The library functions noted since the last time."""
        calls, self._library_calls = self._library_calls, set()
        return calls

    def note(self, name: str, frame: wire.Frame, own: Mapping[str, str]) -> None:
        """Note what a reply says about its steps. `own`: the student's files, beyond which it can claim nothing."""
        if self._followed is None or not isinstance(frame.value, dict) or "watched" not in frame.value:
            return
        lines = {file: text.count("\n") + 1 for file, text in own.items()}
        with contextlib.suppress(ValueError):  # an account that cannot be true says nothing
            self._followed.calls.append((name, Watched.from_json(frame.value["watched"], lines)))
        kept, wanted = frame.value.get("kept"), self._followed.wanted
        if isinstance(kept, list) and len(kept) == len(wanted):
            self._followed.values = {step: value for step, value in zip(wanted, kept, strict=True) if is_array(value)}
