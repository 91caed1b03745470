"""One student's files: answers chosen for each place, in one hand, up to where the student stopped."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from . import style
from .answers import Pieces, Spellable
from .hand import Hand
from .style import Setting


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


def compose(pool: Spellable, chosen: list[Pieces], unwritten: Collection[str], hand: Hand, rng: random.Random) -> Work:
    """Write the files. `chosen` holds known answers, mistakes first; what would clash with an earlier one is left out.

    So is a right answer that calls something wrong or unwritten where the reference does not: what is lost stays what
    the mistakes say.
    """
    work = Work({}, unwritten=[task for task in pool.tasks if task in unwritten])
    filled: dict[str, Pieces] = {}
    used: list[Pieces] = []
    beside: set[str] = set()
    shaky = {place.name.rpartition(".")[2] for place in pool.places.values() if place.task in unwritten}
    for pieces in chosen:
        tasks = {pool.places[key].task for key in pieces.replaces if key in pool.places}
        if pieces.replaces & filled.keys() or tasks & set(unwritten) or (pieces.beside and pieces.beside in beside):
            continue
        if not pieces.answer.loses and _leans_on(pool, pieces, shaky):
            continue
        if pieces.answer.loses:
            shaky |= {key.rpartition(".")[2] for key in pieces.replaces}
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
            if pieces.answer.module == module:
                text = pool.spliced(module, text, pieces)
        work.files[f"{module}.py"] = text
    return work


def _leans_on(pool: Spellable, pieces: Pieces, shaky: Collection[str]) -> bool:
    own = set(re.findall(r"\w+", "\n".join((*pieces.bodies.values(), pieces.beside, pieces.whole))))
    usual = {
        word for key in pieces.replaces if key in pool.places for word in re.findall(r"\w+", pool.places[key].body)
    }
    return bool((own - usual) & set(shaky))


def right_answers(pool: Spellable, adventure: float, rng: random.Random) -> list[Pieces]:
    """Other right ways, for some of the places; at most one of them with loops that the reference has not.

    Each is fast enough for its task by itself; a model made of nothing but loops would not train in time.
    """
    chosen: list[Pieces] = []
    for key in pool.places:
        fitting = [pieces for pieces in pool.right if key in pieces.replaces]
        if fitting and rng.random() < adventure:
            pieces = rng.choice(fitting)
            if not _loops(pool, pieces) or not any(_loops(pool, other) for other in chosen):
                chosen.append(pieces)
    return chosen


def _loops(pool: Spellable, pieces: Pieces) -> bool:
    usual = "\n".join(pool.places[key].body for key in pieces.bodies)
    return len(re.findall(r"\b(for|while)\b", "\n".join(pieces.bodies.values()))) > len(
        re.findall(r"\b(for|while)\b", usual)
    )


def popular(pool: Spellable, rng: random.Random) -> Mapping[str, float]:
    """How common each mistake is this term: a few are everywhere, most are rare."""
    ranked = list(pool.wrong)
    rng.shuffle(ranked)
    return {pieces.answer.name: 1.0 / (rank + 1) for rank, pieces in enumerate(ranked)}
