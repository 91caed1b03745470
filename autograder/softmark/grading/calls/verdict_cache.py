"""Remembers verdicts: the same replies to the same questions deserve the same one, worked out once for a class.

What a check asks next, and what it concludes, depends on its numbers and on the replies so far, and on nothing else. So
a server that grades many submissions remembers, for every check and every sequence of replies it has met, what came
next: a question, ready to be sent, or the finding. A submission that replies bit for bit as an earlier one did is
walked along that path without running the check again; at the first reply that is new, the check itself takes over.
The first such path is the reference's, which the build has written down (rehearsal.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...checks.fixtures import Finding
from ...checks.request import Request
from ...sandbox import wire
from .object_names import ObjectNames

MOST_PATHS = 48
"""Steps remembered of one check: enough for the usual right answers and the commonest wrong ones."""


@dataclass(frozen=True)
class AskedCall:
    """Something that is asked, and how it looks on the wire."""

    op: str
    target: str
    name: str
    """The target in words: "block.LayerNorm.forward" for "#3"."""
    packed: wire.Packed

    @staticmethod
    def of(request: Request, objects: ObjectNames) -> AskedCall:
        packed = wire.pack([list(request.args), request.kwargs], as_they_lie=True)
        return AskedCall(request.op, request.target, objects.real_name(request.target), packed)

    @property
    def head(self) -> dict[str, str]:
        return {"op": self.op, "target": self.target}


class Verdicts:
    """By check (with its numbers) and by the digest of the replies so far: what came next."""

    def __init__(self) -> None:
        self._next: dict[str, dict[bytes, AskedCall | Finding]] = {}
        self._asked: dict[str, dict[AskedCall, AskedCall]] = {}
        self._scripts: dict[str, tuple[AskedCall, ...]] = {}
        self._unsteady: set[str] = set()

    def after(self, check: str, replies: bytes) -> AskedCall | Finding | None:
        return self._next.get(check, {}).get(replies)

    def keep(self, check: str, replies: bytes, step: AskedCall | Finding) -> None:
        known, asked = self._next.setdefault(check, {}), self._asked.setdefault(check, {})
        if len(known) >= MOST_PATHS:
            known.clear()  # a class with that many answers has moved on from the first ones
            asked.clear()
        # after other replies mostly the same is asked: it is kept once
        known[replies] = step.without_logs() if isinstance(step, Finding) else asked.setdefault(step, step)

    def recall(self, check: str, steps: Sequence[tuple[AskedCall, bytes]], finding: Finding) -> None:
        """Note what the build knows of a check: each question with the digest of the replies up to its own."""
        replies = b""
        for asked, after in steps:
            self.keep(check, replies, asked)
            replies = after
        self.keep(check, replies, finding)
        self.learn(check, tuple(asked for asked, _ in steps))

    def knows(self, check: str) -> bool:
        return check in self._next

    def learn(self, check: str, asked: tuple[AskedCall, ...]) -> None:
        """Note all that a check asked on its way to full marks."""
        known = self._scripts.setdefault(check, asked)
        if known != asked:
            self._unsteady.add(check)

    def script(self, check: str) -> tuple[AskedCall, ...]:
        """All that a check asks, if that is known beforehand: where a question depends on replies, it is not."""
        return () if check in self._unsteady else self._scripts.get(check, ())
