"""Finds out whom each line of staff's lists means, and what it decides; and what cannot be meant."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..content.rubric import Rubric
from .lists import EXCUSED, Extension, Lists, Override
from .people import Finder, Person

TOTAL, LATE = "total", "late"


@dataclass
class Decided:
    """What staff decided about one person."""

    extension: Extension | None = None
    lines: dict[str, Override] = field(default_factory=dict)
    """By task; `total`, `late` and `EX` stand where a task stands."""

    @property
    def adjusted(self) -> float:
        """Added to the total."""
        return self._score(TOTAL) or 0.0

    @property
    def taken_off(self) -> float | None:
        """For being late, instead of what the rule takes."""
        return self._score(LATE)

    @property
    def excused(self) -> bool:
        """Whether there is no number anywhere."""
        return EXCUSED in self.lines

    @property
    def tasks(self) -> list[Override]:
        return [line for what, line in self.lines.items() if what not in (TOTAL, LATE, EXCUSED)]

    @property
    def at(self) -> list[str]:
        """Where the overrides stand."""
        return [line.at for line in self.lines.values()]

    def reason(self, what: str) -> str:
        """Why, for the student."""
        return self.lines[what].reason if what in self.lines else ""

    def _score(self, what: str) -> float | None:
        return self.lines[what].score if what in self.lines else None


def roster(lists: Lists) -> tuple[list[Person], list[str]]:
    """The people of roster.csv; and where somebody is there twice, or nobody is meant."""
    people, problems = [], []
    seen: dict[str, str] = {}
    for line in lists.roster:
        name = line.name or f"{line.first} {line.last}".strip() or line.email or line.sid
        for word in filter(None, (line.sid, line.email)):
            if word.casefold() in seen:
                problems.append(f"{line.at}: {word} is there already ({seen[word.casefold()]})")
            seen[word.casefold()] = line.at
        if not name:
            problems.append(f"{line.at}: nobody is named: no name, no email, no sid")
        people.append(Person(name, line.email, line.sid, line.section))
    return people, problems


def decisions(lists: Lists, finder: Finder, rubric: Rubric) -> tuple[Mapping[int, Decided], list[str]]:
    """Everything that staff decided, by person; and what cannot be meant."""
    problems: list[str] = []
    found: dict[int, Decided] = {}
    tasks = {item.id.casefold(): (item.id, item.points) for item in rubric.items}
    written: list[Extension | Override] = [*lists.extensions, *lists.overrides]
    everybody_is_there = not any(problem.startswith("roster.csv") for problem in lists.problems)
    for line in written:
        number, wrong = _meant(finder, line, everybody_is_there)
        if number is not None:
            decided = found.setdefault(number, Decided())
            wrong = _extend(decided, line) if isinstance(line, Extension) else _override(decided, line, tasks)
        problems += [f"{line.at}: {wrong}"] if wrong else []
    return found, problems


def _meant(finder: Finder, line: Extension | Override, everybody_is_there: bool) -> tuple[int | None, str]:
    """Whose line it is; otherwise what is wrong with it: nothing where a line of roster.csv that cannot be read may be
    theirs."""
    found = finder.by_word(line.student)
    if len(found) == 1:
        return found[0], ""
    if not found:
        return None, f"{line.student} is nobody in this class" if everybody_is_there else ""
    return None, f"{line.student} is {len(found)} people in this class: write an e-mail or a number"


def _extend(decided: Decided, line: Extension) -> str:
    """Note an extension; what is wrong with it."""
    if line.due is None and line.late_due is None:
        return "names no date: write one into the column due"
    if line.due is not None and line.late_due is not None and line.late_due < line.due:
        return "late due is before due: work would be too late before it is late"
    if decided.extension is not None:
        return f"{line.student} has an extension already ({decided.extension.at})"
    decided.extension = line
    return ""


def _override(decided: Decided, line: Override, tasks: Mapping[str, tuple[str, float]]) -> str:
    """Note an override; what is wrong with it."""
    what = line.task.casefold()
    excuses = what == EXCUSED.casefold() or (line.score is not None and math.isnan(line.score))
    task, points = tasks.get(what, ("", 0.0))
    if what not in (TOTAL, LATE, EXCUSED.casefold()) and not task:
        known = ", ".join(ident for ident, _ in tasks.values())
        return f"there is no task {line.task} (there are: {known}; and {TOTAL}, {LATE}, {EXCUSED})"
    if excuses and what not in (TOTAL, EXCUSED.casefold()):
        return f"{EXCUSED} excuses from the whole assignment: write {TOTAL} in the column task"
    if not excuses and line.score is None:
        return "score: is empty"
    key = task or (EXCUSED if excuses else what)
    if key in decided.lines:
        return f"{line.task} of {line.student} is decided already ({decided.lines[key].at})"
    decided.lines[key] = replace(line, task=key)
    return "" if excuses else _points(line, what, task, points)


def _points(line: Override, what: str, task: str, points: float) -> str:
    score = line.score or 0.0
    if task and not 0 <= score <= points:
        return f"{score:g} is not between 0 and {points:g}, the points of {task}"
    if what == LATE and score < 0:
        return f"{score:g} is not what can be taken off: 0 or more"
    return ""
