"""Turns what was found into what is said: one state for each task, its points, and the causes worth a panel.

Pure functions of facts: nothing here runs, reads or prints anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..checks.errors import NotLoaded, WrongWeights
from ..checks.points import Counted, Loss, charge, earned, in_words, losses, total
from ..checks.raised_words import meaning
from ..locating.line_shown import may_show, sentence
from .runner import CheckOutcome, Facts
from .tasks import Assignment, Task, listed

PASSED = "passed"
WRONG = "wrong"
NOT_WRITTEN = "not written yet"
WAITING = "waiting"
RULE_BROKEN = "rule broken"
NOT_CHECKED = "not checked"

NOT_THERE = "The checks pass here, but the grader may not be able to import this work."

_PLACE = re.compile(r"([^\s(]+\.py) line (\d+)")
_UNWRITTEN = re.compile(r"task (\S+) is not written yet")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    task: Task
    state: str
    earned: float = 0.0
    waits_for: tuple[str, ...] = ()
    """Tasks or files, by name."""
    note: str = ""
    passed: int = 0
    checks: int = 0
    losses: tuple[Loss, ...] = ()
    """The sentences of the task that were lost."""

    @property
    def words(self) -> str:
        if self.state == WAITING:
            return f"waiting for {', '.join(self.waits_for)}"
        return f"{self.state}: {self.note}" if self.note else self.state


@dataclass(frozen=True)
class Cause:
    """One thing to fix: what a panel says."""

    heading: str
    state: str
    task: str | None
    file: str
    lines: tuple[tuple[str, str], ...]
    """(label, text): ("called", "softmax(scores: (3, 4))")"""
    code: tuple[str, ...] = ()
    printed: str = ""


def _right(roots: Sequence[str]) -> str:
    """ "1.2 is right", "1.2 and 1.4 are right", "attention.py loads"."""
    files = [root for root in roots if root.endswith(".py")]
    tasks = [root for root in roots if root not in files]
    parts = [f"{listed(tasks)} {'is' if len(tasks) == 1 else 'are'} right"] if tasks else []
    return " and ".join(parts + ([f"{listed(files)} {'loads' if len(files) == 1 else 'load'}"] if files else []))


@dataclass
class Verdict:
    """All rows, in the order of the tasks, as far as they are known."""

    assignment: Assignment
    facts: Facts
    broken_rules: Mapping[str, list[str]]
    """task → sentences, from reading the source"""
    shown: list[Task]
    texts: Mapping[str, str] = field(default_factory=dict)
    """module → source, for showing the line in question"""
    foreign: list[str] = field(default_factory=list)
    """A sentence for each import that works here and not on the grader."""
    _rows: dict[str, Row] = field(default_factory=dict)

    def row(self, task: Task) -> Row:
        if task.id not in self._rows:
            self._rows[task.id] = self._judge(task)
        return self._rows[task.id]

    def rows(self) -> list[Row]:
        return [self.row(task) for task in self.shown]

    def total(self, bonus: bool) -> tuple[float, float]:
        """Points earned and possible among the tasks shown."""
        rows = [row for row in self.rows() if row.task.bonus is bonus]
        return total(row.earned for row in rows), total(row.task.points for row in rows)

    def when_they_count(self) -> list[str]:
        """What the total leaves out for now: "1.6, 2.2 and 2.3 count as soon as 1.2 is right"."""
        waiting: dict[tuple[str, ...], list[str]] = {}
        for row in self.rows():
            if row.state == WAITING:
                waiting.setdefault(row.waits_for, []).append(row.task.id)
        return [
            f"{listed(tasks)} {'counts' if len(tasks) == 1 else 'count'} as soon as {_right(roots)}"
            for roots, tasks in waiting.items()
        ]

    def wrong_before(self, task: Task) -> list[Task]:
        """What recorded replies would have to stand in for, so that a waiting task can be checked; nothing where that
        is not certain: the grader then knows more than we do."""
        if self.row(task).state != WAITING:
            return []
        found = [self.facts.found[check.name] for check in self.facts.checks(task.id) if check.name in self.facts.found]
        before = self.assignment.before(task.id)
        rows = [self.row(earlier) for earlier in before]
        wrong = [row.task for row in rows if row.state != PASSED]
        certain = (
            not any(each.file in self.facts.files for each in (task, *before))
            and all(row.state in (PASSED, WRONG, NOT_WRITTEN, RULE_BROKEN) for row in rows)
            and set(self.row(task).waits_for) <= {earlier.id for earlier in wrong}
            and not any(outcome.category in (NotLoaded.category, WrongWeights.category) for outcome in found)
        )
        return wrong if certain else []

    def needs_to_know(self) -> list[Task]:
        """Earlier tasks that were not asked for, but decide whether a failed one is wrong, waits, or
        can be checked on top of recorded replies."""
        known = self.facts.finished
        failed = [t for t in self.shown if self._judge(t).state in (WRONG, RULE_BROKEN, WAITING)]
        needed = {before.id for task in failed for before in self.assignment.before(task.id)}
        return [task for task in self.assignment.tasks if task.id in needed and task.id not in known]

    def _judge(self, task: Task) -> Row:
        checks = self.facts.checks(task.id)
        found = [self.facts.found[check.name] for check in checks if check.name in self.facts.found]
        passed = sum(outcome.passed is True for outcome in found)
        lost = self._losses(task)
        points = earned(task.points, lost) if checks else 0.0

        on_top = self.facts.on_top_of.get(task.id, ())
        beside = f"with a right {', '.join(on_top)}" if on_top else ""
        if inside := self.facts.inside.get(task.id, ()):
            beside = f"{beside and beside + ', '}the rest with a right {', '.join(inside)}"

        def row(state: str, waits_for: tuple[str, ...] = (), note: str = beside) -> Row:
            gained = points if state != RULE_BROKEN else 0.0
            return Row(task, state, gained, waits_for, note, passed, len(checks), lost)

        failed = [outcome for outcome in found if outcome.passed is False]
        trouble = self.facts.files.get(task.file)
        if trouble is not None:
            if trouble.waits_for:
                return row(WAITING, (self._root_file(trouble.waits_for),))
            return row(WRONG, note="does not load")
        own = [outcome for outcome in failed if self._unwritten(outcome) == task.id]
        if failed and len(own) == len(failed):
            return row(NOT_WRITTEN, note=beside if passed else "")  # a stub stands on nothing
        if self.broken_rules.get(task.id):
            return row(RULE_BROKEN)
        if checks and passed == len(checks):
            return row(PASSED)
        roots = () if on_top else self._roots(task, failed)
        if roots and (failed or not found):
            return row(WAITING, roots)
        if failed:
            return row(WRONG)
        return row(NOT_CHECKED)

    def _unwritten(self, one: CheckOutcome) -> str | None:
        """The task whose stub was still there."""
        match = _UNWRITTEN.match(one.says) if one.category == "not written" else None
        return match.group(1) if match else None

    def _roots(self, task: Task, failed: list[CheckOutcome]) -> tuple[str, ...]:
        """What a failed task waits for: the earlier tasks and files that are not in order, and wait for nothing."""
        before = {earlier.id for earlier in self.assignment.before(task.id) if earlier.id in self.facts.finished}
        # a stub that was met on the way counts too, whatever the list of tasks says, if a right one may stand in
        met = {ident for outcome in failed if (ident := self._unwritten(outcome)) in self.assignment.by_id}
        before |= {ident for ident in met if ident and task.id not in self.assignment.by_id[ident].contains}
        roots: list[str] = []
        for other in self.assignment.tasks:
            if other.id in before and other.id != task.id:
                row = self.row(other)
                if row.state == WAITING:
                    roots += row.waits_for
                elif row.state in (WRONG, NOT_WRITTEN, RULE_BROKEN):
                    roots.append(other.file if other.file in self.facts.files else other.id)
        return tuple(dict.fromkeys(roots))

    def _root_file(self, file: str) -> str:
        seen = {file}
        while (trouble := self.facts.files.get(file)) and trouble.waits_for and trouble.waits_for not in seen:
            file = trouble.waits_for
            seen.add(file)
        return file

    def _losses(self, task: Task) -> tuple[Loss, ...]:
        """What a task lost, as the grader counts it, on public numbers. A habit that was charged before costs no
        more."""
        known = [each for each in self.assignment.tasks if each.id in self.facts.finished or each.id == task.id]
        lost = {each.id: self._lost_alone(each) for each in known if not self.broken_rules.get(each.id)}
        return charge(lost).get(task.id, ())

    def _lost_alone(self, task: Task) -> tuple[Loss, ...]:
        found = self.facts.found
        counted = [
            Counted(check.name, check.name in found and found[check.name].passed is True, check.sentence, check.weight,
                    check.habit, raised=check.name in found and found[check.name].category == "raised")
            for check in self.facts.checks(task.id)
        ]  # fmt: skip
        return losses(task.points, counted)

    # Causes

    def causes(self) -> list[Cause]:
        """One for each thing to fix, in the order of the tasks. What waits is no cause, and an empty stub says it."""
        causes = [
            Cause(f"{trouble.file} does not load", WRONG, None, trouble.file, (("", trouble.says),), trouble.code)
            for trouble in self.facts.files.values()
            if not trouble.waits_for and self._matters(trouble.file)
        ]
        shown = {task.id for task in self.shown}
        behind = {ident for row in self.rows() for ident in row.waits_for}
        for task in self.assignment.tasks:
            if (task.id in shown or task.id in behind) and task.file not in self.facts.files:
                row = self.row(task)
                if row.state in (WRONG, RULE_BROKEN, NOT_CHECKED):
                    causes.append(self._cause(row))
        return causes

    def _matters(self, file: str) -> bool:
        return any(task.file == file for task in self.shown) or any(file in row.waits_for for row in self.rows())

    def _cause(self, row: Row) -> Cause:
        task = row.task
        lines: list[tuple[str, str]] = []
        if row.state == RULE_BROKEN:
            for sentence in self.broken_rules[task.id]:
                lines += [("rule", sentence), *self._excerpt(sentence)]
        checks = self.facts.checks(task.id)
        failed = [check for check in checks if (one := self.facts.found.get(check.name)) and one.passed is not True]
        printed = ""
        if failed and row.state != RULE_BROKEN:
            first = self.facts.found[failed[0].name]
            printed = first.printed
            lines += self.help(task)
            lines.append(("check", failed[0].title))
            lines += zip(("called", ""), filter(None, first.call.split("\n")), strict=False)
            lines += [("result", first.says), *self._excerpt(first.says)]
            lines += [("means", words)] if (words := meaning(first.says)) else []
            more = [check.title.rstrip(".") for check in failed[1:]]
            if more:
                lines.append(("also", more[0] if len(more) == 1 else f"{len(more)} more checks, the next: {more[0]}"))
        elif row.state == NOT_CHECKED and not failed:
            lines.append(("", "there is no public check for this task" if not checks else "it was not run"))
        if row.state != NOT_CHECKED:
            section = self.facts.mistakes.get(task.id, {}).get("section") or task.id
            words = f"handout, section {section}" if self.assignment.handout else f"its docstring in {task.file}"
            lines.append(("read", words))
        if failed and row.state != RULE_BROKEN:
            lines += [("costs", in_words(loss, task.id)) for loss in row.losses]
        return Cause(f"{task.id} {task.title}", row.state, task.id, task.file, tuple(lines), printed=printed)

    def _excerpt(self, sentence: str) -> list[tuple[str, str]]:
        """The source line that a sentence speaks of, when it says "attention.py line 12"."""
        found = []
        for file, line in _PLACE.findall(sentence):
            lines = self.texts.get(file.removesuffix(".py"), "").splitlines()
            if file in self.assignment.files and 0 < int(line) <= len(lines):
                found.append(("", f"{line} | {lines[int(line) - 1].rstrip()}"))
        return found

    def help(self, task: Task) -> list[tuple[str, str]]:
        """What is told of a mistake."""
        return self._place(task) + self._looks_like(task)

    def place(self, task: Task) -> dict[str, Any] | None:
        """The line where the values of the task begin to be wrong."""
        return self.facts.places.get(task.id) if may_show(self.assignment.hints) else None

    def mistake(self, task: Task) -> dict[str, str] | None:
        """The known mistake that the task behaves like."""
        return None if self.assignment.hints == "off" else self.facts.mistakes.get(task.id)

    def _place(self, task: Task) -> list[tuple[str, str]]:
        """The sentence about a line."""
        place = self.place(task)
        if not place:
            return []
        says = sentence(place["file"], place["line"], place["missing"], place["symptom"])
        return [("where", f"{says[0].lower()}{says[1:]}"), *self._excerpt(f"{place['file']} line {place['line']}")]

    def _looks_like(self, task: Task) -> list[tuple[str, str]]:
        mistake = self.mistake(task)
        if not mistake:
            return []
        named = f" ({mistake['name']})" if self.assignment.hints == "name" else ""
        return [("mistake", f"{mistake['says']}{named}"), *([("hint", mistake["hint"])] if mistake["hint"] else [])]

    def next_step(self) -> str:
        """Where to go on."""
        rows = [row for row in self.rows() if row.state != PASSED]
        if not rows and self.foreign:
            return f"{NOT_THERE} First fix what is said above about its imports."
        if not rows:
            if len(self.shown) < len(self.assignment.tasks):
                return "Passed. `python check.py` checks everything."
            return "Everything passes. `python check.py --zip` writes the file to hand in."
        row = min(rows, key=lambda row: (row.task.bonus, row.state == WAITING))
        first = row.waits_for[0] if row.waits_for else row.task.id
        if first not in self.assignment.by_id or row.task.file in self.facts.files:
            return f"Next: {first if first.endswith('.py') else row.task.file}, which does not load."
        task = self.assignment.by_id[first]
        return f"Next: task {task.id}, {' and '.join(f'`{name}`' for name in task.names)} in {task.file}."
