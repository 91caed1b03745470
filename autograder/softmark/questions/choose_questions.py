"""Chooses everybody's questions by kind: two of *purpose*, one each of *line*, *shape* and *prediction*.

At home, a program that yields too few gets the course's fixed questions, and loses nothing by it. On a sheet for an
exam nothing comes that was practised at home: neither a question nor a line that one was about.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..checks.errors import StudentFailure
from . import purpose_and_line, shape_and_prediction
from .question import BLUEPRINT, Kind, Question
from .trials import Trials


@dataclass(frozen=True)
class Pool:
    """What a program yields; `spare` of each kind more than one sheet needs."""

    questions: tuple[Question, ...] = ()

    def of(self, kind: Kind) -> list[Question]:
        return [question for question in self.questions if question.kind == kind]

    @property
    def about_lines(self) -> list[Question]:
        """Those about a changed line."""
        return [*self.of("purpose"), *self.of("line")]

    def sheet(self, dice: random.Random) -> list[Question]:
        """One of each place, by the blueprint; empty where there are too few."""
        chosen: list[Question] = []
        for kind, count in BLUEPRINT.items():
            ready = self.of(kind)
            drawn = _different(dice.sample(ready, len(ready)), count, {question.key for question in chosen})
            if len(drawn) < count:
                return []
            chosen += drawn
        return chosen


def _different(questions: Sequence[Question], count: int, taken: Collection[str]) -> list[Question]:
    """The first so many, never two about one place; about other places and tasks than before where there are such."""
    by_place: dict[str, Question] = {}
    for question in questions:
        by_place.setdefault(question.key, question)
    fresh = list(by_place.values())
    chosen: list[Question] = []
    while fresh and len(chosen) < count:
        tasks = {question.task for question in chosen}
        best = min(fresh, key=lambda question: (question.key in taken, question.task in tasks))
        chosen.append(best)
        fresh.remove(best)
    return chosen


def pool(trials: Trials, word: str = "", spare: int = 0, unlike: Pool | None = None) -> Pool:
    """Questions about a program. `word` goes into the dice: the same program and word give the same questions.

    `unlike`: what was practised. Nothing of it comes back: no question and no changed line, and where that is possible
    no sentence that was an option and no function whose shape or result was asked for.
    """
    dice = trials.program.dice("questions", word)
    practised = unlike or Pool()
    questions: list[Question] = []
    with suppress(StudentFailure):  # where nothing runs any more, what there is until then stays
        if not trials.runs:
            return Pool()
        known_lines = {question.key for question in practised.about_lines}
        known = purpose_and_line.tried(trials, dice, known_lines)
        asked = practised.of("purpose")
        seen = {option for question in asked for option in question.options} | _sentences(trials, practised.of("line"))
        answered = {question.right_option for question in asked}
        purposes = (  # the later ones in a course of few sentences
            purpose_and_line.purposes(trials, known, dice, known_lines, known_sentences)
            for known_sentences in dict.fromkeys(map(frozenset, (seen, answered, ())))
        )
        questions += _distinct(itertools.chain.from_iterable(purposes), BLUEPRINT["purpose"] + spare)
        lines = purpose_and_line.lines(trials, known, dice, known_lines)
        questions += _elsewhere(lines, {question.key for question in questions}, BLUEPRINT["line"] + spare)
        shapes = shape_and_prediction.shapes(trials, dice)
        questions += _new(shapes, practised.of("shape"), BLUEPRINT["shape"] + spare)
        predictions = shape_and_prediction.predictions(trials, dice)
        questions += _new(predictions, practised.of("prediction"), BLUEPRINT["prediction"] + spare)
    return Pool(tuple(questions))


def _sentences(trials: Trials, lines: Sequence[Question]) -> set[str]:
    """What those questions say that a change would break."""
    return {
        str(each) for each in trials.checks_of for line in lines if each.task == line.task and each.text in line.text
    }


def _new(questions: Iterator[Question], practised: Sequence[Question], count: int) -> list[Question]:
    """Never the same question; about other functions where there are such."""
    idents, keys = {question.ident for question in practised}, {question.key for question in practised}
    found: list[Question] = []
    for question in questions:
        if question.ident not in idents:
            found.append(question)
        if sum(question.key not in keys for question in found) == count:
            break
    return sorted(found, key=lambda question: question.key in keys)[:count]


def _distinct(questions: Iterator[Question], count: int) -> list[Question]:
    found: dict[str, Question] = {}
    for question in questions:
        found.setdefault(question.key, question)
        if len(found) == count:
            break
    return list(found.values())


def _elsewhere(questions: Iterator[Question], taken: Collection[str], count: int) -> list[Question]:
    """Prefer questions about other places."""
    found: list[Question] = []
    for question in questions:
        found.append(question)
        if sum(each.key not in taken for each in found) == count:
            break
    return sorted(found, key=lambda question: question.key in taken)[:count]
