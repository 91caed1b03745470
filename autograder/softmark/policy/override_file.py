"""Brings overrides to the platform: a file beside the rubric, in the instructor's zip and nowhere else.

It names nobody. A person is a keyed digest of an e-mail or a student number; with it stand tasks, points and the note
that the student reads. The key comes from the salt, which only staff hold and which the zip needs anyway. So whoever
gets hold of this file alone can neither read who is in it nor try out names; whoever has the whole zip can try out
names, as they can read the reference.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..checks.errors import GraderFault
from ..content import salt
from ..content.course import Course
from .apply_overrides import Decision
from .platform_metadata import Identity, folded

FORMAT = 1


def packed(course: Course, people: Mapping[Identity, Sequence[Decision]], mistakes: Sequence[Decision]) -> str:
    """The file's text. Its order is that of the digests: it tells nothing about who came first."""
    key = _key(course)
    lines: dict[str, list[Any]] = {}
    for identity, decisions in people.items():
        entries = sorted([decision.item, decision.points, decision.note] for decision in decisions)
        lines |= dict.fromkeys(_digests(identity, key), entries)
    general = [[decision.mistake, decision.item, decision.points, decision.note] for decision in mistakes]
    data = {"format": FORMAT, "salt": course.fingerprint, "people": lines, "mistakes": general}
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=0, sort_keys=True) + "\n"


@dataclass(frozen=True)
class FoundDecisions:
    """What is decided about one submission."""

    decisions: tuple[Decision, ...] = ()
    notes: tuple[str, ...] = ()
    """For staff."""


@dataclass(frozen=True)
class Overrides:
    """The file, read."""

    key: bytes
    people: Mapping[str, tuple[Decision, ...]] = field(default_factory=dict)
    mistakes: tuple[Decision, ...] = ()

    def of(self, group: Sequence[Identity]) -> FoundDecisions:
        """What is decided about the submission of these people. A group has one grade: what does not mean all of them
        is not applied, and staff are told."""
        each = [self._one(identity) for identity in group]
        shared = [decision for decision in (each[0] if each else ()) if all(decision in other for other in each)]
        left = {decision.item for own in each for decision in own if decision not in shared}
        notes = [
            f"an override of {item} applies to some members of this group but not all, so it was not applied: a group "
            "has one grade" for item in sorted(left)
        ]  # fmt: skip
        return FoundDecisions((*self.mistakes, *shared), tuple(notes))

    def _one(self, identity: Identity) -> tuple[Decision, ...]:
        return next((self.people[mark] for mark in _digests(identity, self.key) if mark in self.people), ())


def read(course: Course) -> Overrides | None:
    """None where there are none. GraderFault in one sentence if the file is not what `softmark overrides` wrote."""
    path = course.overrides_path
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        theirs = data["salt"]
        if data["format"] != FORMAT or not isinstance(theirs, str):
            raise ValueError
        people = {str(mark): tuple(_decision(*line) for line in lines) for mark, lines in data["people"].items()}
        mistakes = tuple(_decision(item, points, note, mistake) for mistake, item, points, note in data["mistakes"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise GraderFault(f"{path} cannot be read: run `softmark overrides CLASS` again, or delete it") from None
    if theirs != course.fingerprint:
        raise GraderFault(f"{path} was made with another salt, so it would match nobody: run `softmark overrides "
                          "CLASS` again, or delete it")  # fmt: skip
    return Overrides(_key(course), people, mistakes)


def _decision(item: Any, points: Any, note: Any, mistake: Any = "") -> Decision:
    texts = all(isinstance(part, str) for part in (item, note, mistake))
    number = points is None or (isinstance(points, (int, float)) and math.isfinite(points))
    if not texts or not number or isinstance(points, bool):
        raise ValueError("not a line of overrides")
    return Decision(item, None if points is None else float(points), note, mistake)


def _key(course: Course) -> bytes:
    return bytes.fromhex(salt.key(course.salt, course.rubric.name, "overrides"))


def _digests(identity: Identity, key: bytes) -> Iterable[str]:
    """The digests of a person, the surest first."""
    for kind, text in (("sid", identity.sid), ("email", identity.email)):
        if folded(text):
            yield hmac.new(key, f"{kind}\0{folded(text)}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]
