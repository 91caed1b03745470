"""A whole class: who handed in what, when and how often.

Everything follows from the course, the size and the seed; nothing is drawn from anywhere else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from softmark.classes.people import Person
from softmark.content.course import Course

from . import accidents
from .accidents import Accident, Upload
from .answers import Pieces, Spellable
from .hand import Hand
from .people import somebody
from .work import Work, compose, popular, right_answers

_ZONE = timezone(timedelta(hours=-5))
DUE = datetime(2026, 10, 30, 23, 59, tzinfo=_ZONE)
SHARE_OF_ACCIDENTS = 0.07
SHARE_OF_GROUPS = 0.1
SHARE_LATE = 0.07


@dataclass
class Attempt:
    """An earlier submission of the same people."""

    created_at: str
    score: float | None


@dataclass
class Handed:
    """One submission of the export, and the truth about it."""

    id: str
    people: tuple[Person, ...]
    work: Work
    upload: Upload
    created_at: datetime
    score: float
    history: list[Attempt] = field(default_factory=list)
    kind: str = ""
    accident: str = ""

    def truth(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "kind": self.kind,
            "full_marks": self.work.right and self.accident in _HARMLESS,
            "answers": self.work.answers,
            "mistakes": self.work.mistakes,
            "unwritten": self.work.unwritten,
            "loses": self.work.loses,
            "late": self.created_at > DUE,
        }
        if self.accident:
            told["accident"] = self.accident
        return told


_HARMLESS = {"", *(one.name for one in (*accidents.COMMON, *accidents.HOSTILE) if one.harmless)}


@dataclass
class Term:
    """A class."""

    seed: int
    handed: list[Handed]
    absent: list[Person]
    """On the roster, and never handed in."""


def make(course: Course, size: int, seed: int = 1, *, hostile: bool = False) -> Term:
    pool = Spellable(course)
    rng = random.Random(f"softmark class {seed}")
    people = somebody(rng, hostile=hostile)
    common = popular(pool, rng)
    weights = [common[pieces.answer.name] for pieces in pool.wrong]
    number = rng.randrange(100_000_000, 200_000_000)
    handed: list[Handed] = []
    for index in range(size):
        number += rng.randrange(1, 4000)
        handed.append(_student(pool, weights, seed, str(index), f"submission_{number}", people))
    _accidents(handed, rng, hostile)
    _own_twice(handed, rng)
    order = sorted(range(size), key=lambda index: handed[index].id)
    absent = [next(people) for _ in range(max(1, size // 25))]
    return Term(seed, [handed[index] for index in order], absent)


def _student(
    pool: Spellable, weights: Sequence[float], seed: int, key: str, name: str, people: Iterator[Person]
) -> Handed:
    rng = random.Random(f"softmark student {seed} {key}")
    hand = Hand.of(rng)
    chosen: list[Pieces] = []
    unwritten: set[str] = set()
    fate = rng.random()
    if fate < 0.40:
        kind = "right"
    elif fate < 0.64:
        kind = "one mistake"
    elif fate < 0.82:
        kind = "several mistakes"
    elif fate < 0.98:
        kind = "unfinished"
        unwritten = set(pool.tasks[rng.randrange(len(pool.tasks) // 4, len(pool.tasks)) :])
    else:
        kind = "untouched"
        unwritten = set(pool.tasks)
    mistakes = {"right": 0, "one mistake": 1, "several mistakes": rng.choice((2, 2, 3, 4, 5))}.get(
        kind, rng.choice((0, 0, 1, 2))
    )
    if pool.wrong and mistakes and kind != "untouched":
        chosen += rng.choices(pool.wrong, weights, k=mistakes)
    chosen += right_answers(pool, rng.choice((0.1, 0.25, 0.4, 0.6)), rng)
    work = compose(pool, chosen, unwritten, hand, rng)
    group = 1 if rng.random() > SHARE_OF_GROUPS else rng.choice((2, 2, 3))
    created = _when(rng)
    score = sum(points for task, points in pool.points.items() if task not in work.loses)
    return Handed(
        id=name,
        people=tuple(next(people) for _ in range(group)),
        work=work,
        upload={path: text.encode() for path, text in work.files.items()},
        created_at=created,
        score=score,
        history=_history(created, score, rng),
        kind=kind,
    )


def _when(rng: random.Random) -> datetime:
    """Most in the last day, a few weeks early, some late."""
    if rng.random() < SHARE_LATE:
        return DUE + timedelta(seconds=int(rng.expovariate(1 / 40_000)) + 30)
    return DUE - timedelta(seconds=min(int(rng.expovariate(1 / 100_000)) + 20, 1_500_000))


def _history(last: datetime, score: float, rng: random.Random) -> list[Attempt]:
    """Earlier attempts, oldest first, on the way up; now and then the platform failed to grade one."""
    count = min(int(rng.expovariate(1 / 2.5)), 14)
    moments = sorted(last - timedelta(seconds=rng.randrange(300, 400_000)) for _ in range(count))
    attempts = []
    for index, moment in enumerate(moments):
        reached = round(score * (index + 1) / (count + 1) * rng.uniform(0.7, 1.0), 1)
        attempts.append(Attempt(moment.isoformat(), None if rng.random() < 0.04 else reached))
    return attempts


def _accidents(handed: list[Handed], rng: random.Random, hostile: bool) -> None:
    honest = [one for one in handed if one.kind != "untouched"]
    rng.shuffle(honest)
    happening: list[Accident] = [
        accidents.COMMON[index % len(accidents.COMMON)] for index in range(round(len(handed) * SHARE_OF_ACCIDENTS))
    ]
    happening += [accidents.ENDLESS] * (max(1, round(len(handed) * 0.003)) if len(handed) >= 50 else 0)
    happening += accidents.HOSTILE if hostile else ()
    for one, accident in zip(honest, happening, strict=False):
        one.upload = accident.happen(one.upload, rng)
        one.accident = accident.name
        if not accident.harmless:
            one.score = round(one.score * 0.6, 1)


def _own_twice(handed: list[Handed], rng: random.Random) -> None:
    """Somebody left a group and handed in alone: nearly the same files, and nothing wrong with that."""
    groups = [one for one in handed if len(one.people) > 1 and not one.accident]
    alone = [one for one in handed if len(one.people) == 1 and not one.accident]
    if len(handed) < 40 or not groups or not alone:
        return
    group, single = rng.choice(groups), rng.choice(alone)
    single.people = (group.people[0],)
    single.work, single.upload, single.score = group.work, dict(group.upload), group.score
    single.kind = "also in a group"
