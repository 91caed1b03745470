"""One student's files: answers chosen for each place, in one hand, up to where the student stopped."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from . import style
from .answers import Pieces, Pool
from .style import Hand, Setting


@dataclass
class Work:
    """What one student wrote, and what is true about it."""

    files: dict[str, str]
    answers: list[str] = field(default_factory=list)
    """Names of the known answers in it; places without one are written as the reference is."""
    mistakes: list[str] = field(default_factory=list)
    unwritten: list[str] = field(default_factory=list)
    """Tasks."""
    loses: list[str] = field(default_factory=list)
    """Tasks that are expected to lose points, unwritten ones included."""

    @property
    def right(self) -> bool:
        return not self.loses


def compose(pool: Pool, chosen: list[Pieces], unwritten: Collection[str], hand: Hand, rng: random.Random) -> Work:
    """Write the files. `chosen` holds known answers; those that would clash with an earlier one are left out."""
    work = Work({}, unwritten=[task for task in pool.tasks if task in unwritten])
    filled: dict[str, Pieces] = {}
    used: list[Pieces] = []
    beside: set[str] = set()
    for pieces in chosen:
        tasks = {pool.places[key].task for key in pieces.replaces if key in pool.places}
        if pieces.replaces & filled.keys() or tasks & set(unwritten) or (pieces.beside and pieces.beside in beside):
            continue
        filled.update(dict.fromkeys(pieces.replaces, pieces))
        beside.add(pieces.beside)
        used.append(pieces)
    work.answers = sorted(pieces.answer.name for pieces in used)
    work.mistakes = sorted(pieces.answer.name for pieces in used if pieces.answer.loses)
    lost = {task for pieces in used for task in pieces.answer.loses} | set(unwritten)
    work.loses = [task for task in pool.tasks if task in lost]
    for module, template in pool.templates.items():
        bodies: dict[str, list[str]] = {}
        inserts: list[tuple[int, str]] = []
        done: set[str] = set()
        for place in template.places:
            if place.task in unwritten:
                continue
            own = filled.get(place.key)
            body = own.bodies.get(place.key, place.body) if own else place.body
            modules = template.modules | own.modules if own else template.modules
            setting = Setting(place.name, place.parameters, pool.framework, template.names, place.given, modules)
            draft = pool.drafts.pick(body, hand, setting, rng)
            bodies[place.key], helper = style.write(draft, hand, setting, rng)
            if own and own.beside and own.answer.name not in done:
                done.add(own.answer.name)
                inserts.append((place.top, own.beside))
            if helper:
                inserts.append((place.top, helper))
        todos = frozenset(bodies) if hand.keeps_todo else frozenset()
        text = template.filled(bodies, inserts, docstrings=hand.keeps_docstrings, todos=todos)
        for pieces in used:
            if pieces.answer.overlay.module == module:
                text = pool.spliced(module, text, pieces)
        work.files[f"{module}.py"] = text
    return work


def right_answers(pool: Pool, adventure: float, rng: random.Random) -> list[Pieces]:
    """Other right ways, for some of the places."""
    chosen: list[Pieces] = []
    for key in pool.places:
        fitting = [pieces for pieces in pool.right if key in pieces.replaces]
        if fitting and rng.random() < adventure:
            chosen.append(rng.choice(fitting))
    return chosen


def popular(pool: Pool, rng: random.Random) -> Mapping[str, float]:
    """How common each mistake is this term: a few are everywhere, most are rare."""
    ranked = list(pool.wrong)
    rng.shuffle(ranked)
    return {pieces.answer.name: 1.0 / (rank + 1) for rank, pieces in enumerate(ranked)}
