"""A whole class: who handed in what, when, how often, and who copied from whom.

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

from . import accidents, copies
from .accidents import Accident, Upload
from .answers import Pieces, Spellable
from .hand import Hand
from .people import somebody
from .work import Work, compose, mixed, popular, right_answers

_ZONE = timezone(timedelta(hours=-5))
DUE = datetime(2026, 10, 30, 23, 59, tzinfo=_ZONE)
SHARE_OF_COPIES = 0.08
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
    copied_from: str = ""
    disguise: str = ""
    shared: tuple[str, ...] = ()
    """Files that were copied."""

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
        if self.copied_from:
            told["copied_from"] = {"id": self.copied_from, "how": self.disguise, "files": list(self.shared)}
        return told


_HARMLESS = {"", *(one.name for one in (*accidents.COMMON, *accidents.HOSTILE) if one.harmless)}


@dataclass
class Term:
    """A class."""

    seed: int
    handed: list[Handed]
    absent: list[Person]
    """On the roster, and never handed in."""
    earlier: list[Handed] = field(default_factory=list)
    """A few submissions of the year before, which some copied from."""

    def pairs(self) -> list[dict[str, Any]]:
        """Every two submissions with a common origin, and the files they share."""
        families: dict[str, list[tuple[str, tuple[str, ...], str]]] = {}
        for one in self.handed:
            if one.copied_from:
                families.setdefault(one.copied_from, []).append((one.id, one.shared, one.disguise))
        found = []
        for source, members in families.items():
            known = [(source, members[0][1], ""), *members]
            for index, (left, left_files, _) in enumerate(known):
                for right, right_files, how in known[index + 1 :]:
                    both = right_files if index == 0 else tuple(name for name in left_files if name in right_files)
                    if both:
                        found.append({"pair": sorted((left, right)), "files": list(both), "how": how})
        return found


def make(course: Course, size: int, seed: int = 1, *, hostile: bool = False, earlier: int = 0) -> Term:
    pool = Spellable(course)
    rng = random.Random(f"softmark class {seed}")
    people = somebody(rng, hostile=hostile)
    common = popular(pool, rng)
    weights = [common[pieces.answer.name] for pieces in pool.wrong]
    number = rng.randrange(100_000_000, 200_000_000)
    numbers: list[int] = []
    for _ in range(size + earlier):
        number += rng.randrange(1, 4000)
        numbers.append(number)
    past = [
        _student(pool, weights, seed, f"old-{index}", f"submission_{numbers[index]}", people)
        for index in range(earlier)
    ]
    planted = _planted(size, rng)
    handed: list[Handed] = []
    for index in range(size):
        name = f"submission_{numbers[earlier + index]}"
        made = _student(pool, weights, seed, str(index), name, people)
        if index in planted:
            sources = [one for one in handed if one.kind in ("right", "one mistake", "several mistakes")]
            if earlier and rng.random() < 0.2:
                sources = [one for one in past if one.kind == "right"] or sources
            if sources:
                _copy(made, rng.choice(sources), planted[index], pool, rng)
        handed.append(made)
    _accidents(handed, rng, hostile)
    _own_twice(handed, rng)
    order = sorted(range(size), key=lambda index: handed[index].id)
    absent = [next(people) for _ in range(max(1, size // 25))]
    return Term(seed, [handed[index] for index in order], absent, past)


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


def _planted(size: int, rng: random.Random) -> dict[int, str]:
    """Which submissions are copies, and how they are disguised; the first tenth may only be copied from."""
    count = round(size * SHARE_OF_COPIES)
    if size >= 8:
        count = max(count, 1)
    late_comers = range(max(3, size // 10), size)
    where = rng.sample(late_comers, min(count, len(late_comers)))
    kinds = list(copies.KINDS)
    rng.shuffle(kinds)
    return {index: kinds[turn % len(kinds)] for turn, index in enumerate(where)}


def _copy(made: Handed, source: Handed, disguise: str, pool: Spellable, rng: random.Random) -> None:
    """The source's files, disguised; three times in ten only some of them, the rest one's own."""
    files = list(source.work.files)
    if rng.random() < 0.3 and len(files) > 2:
        taken = sorted(rng.sample(files, rng.choice((2, 3))), key=files.index)
    else:
        taken = files
    origin = source.copied_from or source.id
    disguised = copies.KINDS[disguise]({name: source.work.files[name] for name in taken}, rng)
    own = made.work
    texts = {name: disguised.get(name, own.files[name]) for name in files}
    made.work = mixed(pool, {name: source.work if name in taken else own for name in files}, texts)
    made.upload = {path: text.encode() for path, text in made.work.files.items()}
    made.score = sum(points for task, points in pool.points.items() if task not in made.work.loses)
    made.kind, made.copied_from, made.disguise, made.shared = "copy", origin, disguise, tuple(taken)
    if source.copied_from:
        made.shared = tuple(name for name in taken if name in source.shared)


def _accidents(handed: list[Handed], rng: random.Random, hostile: bool) -> None:
    honest = [one for one in handed if one.kind not in ("copy", "untouched")]
    sources = {one.copied_from for one in handed}
    honest = [one for one in honest if one.id not in sources]
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
    groups = [one for one in handed if len(one.people) > 1 and one.kind != "copy" and not one.accident]
    alone = [one for one in handed if len(one.people) == 1 and one.kind != "copy" and not one.accident]
    sources = {one.copied_from for one in handed}
    alone = [one for one in alone if one.id not in sources]
    if len(handed) < 40 or not groups or not alone:
        return
    group, single = rng.choice(groups), rng.choice(alone)
    single.people = (group.people[0],)
    single.work, single.upload, single.score = group.work, dict(group.upload), group.score
    single.kind = "also in a group"
