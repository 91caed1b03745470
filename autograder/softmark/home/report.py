"""All that a student reads about a grade at home, as texts: nothing here runs, prints or draws anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..checks.errors import NotLoaded
from ..checks.module_names import module_of
from ..checks.points import amount, in_words, total
from ..checks.raised_words import meaning
from ..core.assignment import Assignment, Task
from ..core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Row, Shown
from . import hints

ESTIMATE = "an estimate on public numbers; the grader runs the same checks on others"
DRAWN = "(typed so, its numbers may differ from those of the check)"
MOST_SECTIONS = 3
"""Mistakes that a person reads about at once."""
MOST_PRINTED = 8
_DRAWS = re.compile(r"\brandn?\(|randint|\b[A-Z]\w*\(")
"""Random numbers, or a model with its weights."""
_FOR_EXPERTS = re.compile(r" Hint: enable anomaly detection.*")
"""PyTorch's own advice, which helps nobody here."""
_PLACE = re.compile(r"([^\s(]+\.py) line (\d+)")


def listed(words: Sequence[str]) -> str:
    """1.6, 2.2 and 2.3"""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@dataclass(frozen=True)
class FileTrouble:
    """Why a file cannot be checked at all."""

    file: str
    says: str
    waits_for: str | None = None
    """The file that it imports, where that one is what cannot be imported."""
    code: tuple[str, ...] = ()
    """The lines of code that it is about."""


@dataclass(frozen=True)
class Line:
    """One thing that is said; of one label may come several."""

    label: str
    text: str
    how: str = ""
    """ "code" is shown as it is written, "printed" as the student's, "cut" in one line, a "grid" if there is room."""


@dataclass(frozen=True)
class Section:
    """One thing to look at."""

    heading: str
    state: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Report:
    """All that is known at some moment."""

    assignment: Assignment
    tasks: Sequence[Task]
    """Those that were asked for, in order."""
    rows: Mapping[str, Row]
    """Also of tasks that were not asked for: what they wait for."""
    files: Mapping[str, FileTrouble]
    notes: Sequence[str]
    texts: Mapping[str, str]
    """Module → its source."""

    # One task ---------------------------------------------------------------------------------------------------------

    def row(self, task: Task) -> Row:
        return self.rows.get(task.id) or Row(task.id, task.points)

    def state(self, task: Task) -> str:
        trouble = self.files.get(task.file)
        return (WAITING if trouble.waits_for else WRONG) if trouble else self.row(task).status

    def words(self, task: Task) -> str:
        """What the table says: "passed", "wrong: does not load", "waiting for 1.2"."""
        state = self.state(task)
        if state == WAITING:
            roots = self.waits_for(task)
            names = ", ".join(roots if len(roots) < 3 else (roots[0], "…"))
            return f"waiting for {names}" if names else "to be checked again"
        return f"{state}: does not load" if task.file in self.files else state

    def waits_for(self, task: Task) -> tuple[str, ...]:
        """Tasks, and files that do not load; none that a later check found right."""
        if task.file in self.files:
            return (self._root(task.file),)
        found = [self.assignment.by_id[ident] for ident in self.row(task).waits_for]
        file_of = {each.id: each.file for each in found if self.state(each) != PASSED}
        roots = (self._root(file) if file in self.files else ident for ident, file in file_of.items())
        return tuple(dict.fromkeys(roots))

    def _root(self, file: str) -> str:
        seen = {file}
        while (trouble := self.files.get(file)) and trouble.waits_for and trouble.waits_for not in seen:
            file = trouble.waits_for
            seen.add(file)
        return file

    def earned(self, task: Task) -> float:
        return 0.0 if task.file in self.files else self.row(task).score

    # All of them ------------------------------------------------------------------------------------------------------

    def points(self, bonus: bool) -> tuple[float, float]:
        """Earned and possible among the tasks asked for."""
        tasks = [task for task in self.tasks if task.bonus is bonus]
        return total(map(self.earned, tasks)), total(task.points for task in tasks)

    def headline(self) -> str:
        (earned, possible), (extra, offered) = self.points(bonus=False), self.points(bonus=True)
        points = f"{amount(earned)} / {amount(possible)} points" if possible or not offered else ""
        bonus = f"bonus {amount(extra)} / {amount(offered)}" if offered else ""
        return ", ".join(filter(None, (points, bonus)))

    def in_state(self, *states: str) -> list[Task]:
        return [task for task in self.tasks if self.state(task) in states]

    @property
    def untouched(self) -> bool:
        """Whether nothing at all is written yet."""
        everything = len(self.tasks) == len(self.assignment.tasks) == len(self.in_state(NOT_WRITTEN, WAITING))
        return everything and not self.files

    def remarks(self) -> list[str]:
        """What else is wrong, and a line for all that wait for the same, unless there is nothing yet to wait for."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for task in () if self.untouched else self.in_state(WAITING):
            groups.setdefault(self.waits_for(task), []).append(task.id)
        more = [task.id for task in self._to_show()][MOST_SECTIONS:]
        also = [f"Look at {listed(more)} too: `python check.py {more[0]}` says what is wrong there."] if more else []
        return also + [_waits(tasks, roots) for roots, tasks in groups.items()]

    def at_hand(self) -> Task | None:
        """Where to go on."""
        left = self.in_state(WRONG, RULE_BROKEN, NOT_WRITTEN, WAITING, NOT_CHECKED)
        if not left:
            return None
        task = min(left, key=lambda task: (task.bonus, self.state(task) == WAITING))
        return self.assignment.by_id.get((*self.waits_for(task), task.id)[0], task)

    def ending(self) -> str:
        """What comes next, or what is reached."""
        task = self.at_hand()
        if not task:
            return self._reached()
        if task.file in self.files:
            return f"Next: {self._root(task.file)}, which does not load."
        if [task] == [*self.tasks] and self.state(task) != NOT_WRITTEN:
            return f"`python check.py --watch {task.id}` checks it again whenever you save."
        if not self.untouched:
            return f"Next: {self.to_do(task)}."
        start = "This is how it starts: nothing is written yet, and nothing is wrong."
        return f"{start}\nFirst comes {self.to_do(task)}; its docstring says what is asked."

    def to_do(self, task: Task) -> str:
        """Its functions; where only some are still stubs, those."""
        text = self.texts.get(module_of(task.file), "")
        names = [name for name in task.names if f": {name} is not written yet" in text] or task.names
        return f"task {task.id}, {listed([f'`{name}`' for name in names])} in {task.file}"

    def _reached(self) -> str:
        if len(self.tasks) < len(self.assignment.tasks):
            return f"{listed([task.id for task in self.tasks])} passed. `python check.py` checks everything."
        first = "First look at what is said above. " if self.notes else ""
        return (
            f"All {len(self.tasks)} tasks pass: {self.assignment.title}, and every line of it is yours.\n"
            f"{first}To hand in: submission.zip, which `python check.py --zip` writes."
        )

    def hint(self, task: Task) -> str:
        """Of the mistake, or those of the docstring."""
        if hint := self.row(task).hint:
            return f"{task.id}: {hint}"
        found = hints.of(self.texts.get(module_of(task.file), ""), task.names)
        return f"{task.id}, from its docstring:\n{found}" if found else f"{task.id}: read {self._where(task)}."

    def _where(self, task: Task) -> str:
        """To read on."""
        section = self.row(task).section or task.id
        return f"handout, section {section}" if self.assignment.handout else f"its docstring in {task.file}"

    # What to look at --------------------------------------------------------------------------------------------------

    def sections(self) -> list[Section]:
        """One for each thing to fix, in the order of the tasks; none for what waits, or is not written."""
        asked = {task.file for task in self.tasks} | self._behind()
        broken = [each for each in self.files.values() if not each.waits_for and each.file in asked]
        return [*map(_of_a_file, broken), *map(self._section, self._to_show()[:MOST_SECTIONS])]

    def _behind(self) -> set[str]:
        return {ident for task in self.tasks for ident in self.waits_for(task)}

    def _to_show(self) -> list[Task]:
        """The tasks of which there is more to say than the table does: those asked for, and what they wait for."""
        shown = [task for task in self.assignment.tasks if task in self.tasks or task.id in self._behind()]
        return [task for task in shown if task.file not in self.files and self._worth_it(task)]

    def _worth_it(self, task: Task) -> bool:
        """Who checks one task alone may have made it print something."""
        printed = len(self.tasks) == 1 and any(check.told.get("printed") for check in self.row(task).checks)
        return self.state(task) in (WRONG, RULE_BROKEN, NOT_CHECKED) or printed

    def _section(self, task: Task) -> Section:
        row = self.row(task)
        lines = [line for sentence in row.broken for line in (Line("rule", sentence), *self._quoted(sentence))]
        if row.checks and row.status != RULE_BROKEN:
            lines += self._checks(row)
            lines += [Line("costs", in_words(loss, task.id)) for loss in row.lost]
            lines += [Line("waits", _rest(row))] if row.rest_waits_for else []
        elif row.status == NOT_CHECKED:
            lines.append(Line("wrong", "it was not run"))
        lines += [Line("read", self._where(task))] if row.status in (WRONG, RULE_BROKEN) else []
        return Section(f"{task.id} {task.title}", row.status, tuple(lines))

    def _checks(self, row: Row) -> Iterator[Line]:
        """What is wrong, one check in full, the others in a line each."""
        check = most_telling(row)
        if row.failed and all(each.kind == NotLoaded.category for each in row.failed):  # that says it all
            yield Line("wrong", check.says)
            return
        if row.mistake:
            yield Line("mistake", row.says + (f" ({row.mistake})" if self.assignment.hints == "name" else ""))
            yield Line("hint", row.hint)
        else:
            yield from self._result(check, "wrong")
        yield Line("check", check.title)
        yield Line("called", "\n".join(typed(check.told)), "code")
        if row.mistake:
            yield from self._result(check, "result")
        yield Line("", f"{check.told.get('expected', '')}\n{check.told.get('yours', '')}", "grid")
        yield Line("printed", _capped(check.told.get("printed", "")), "printed")
        yield from (Line("also fails", other.title, "cut") for other in row.failed if other is not check)

    def _result(self, check: Shown, label: str) -> Iterator[Line]:
        if fault := check.told.get("fault"):
            yield Line("fault", fault)
        elif not check.passed:
            yield Line(label, _FOR_EXPERTS.sub("", check.says))
            yield from self._quoted(f"{check.says} {check.line or ''}")
            yield Line("means", check.told.get("means") or meaning(check.says))

    def _quoted(self, sentence: str) -> Iterator[Line]:
        """The student's own lines that a sentence speaks of, when it says "attention.py line 12"."""
        for file, number in dict.fromkeys(_PLACE.findall(sentence)):
            lines = self.texts.get(module_of(file), "").splitlines()
            if file in self.assignment.files and 0 < int(number) <= len(lines):
                yield Line("", f"{number} | {lines[int(number) - 1].rstrip()}", "code")

    # For machines -----------------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """What --json says."""
        (earned, possible), (extra, offered) = self.points(bonus=False), self.points(bonus=True)
        return {
            "assignment": self.assignment.name,
            "estimate": {"earned": earned, "possible": possible, "bonus_earned": extra, "bonus_possible": offered},
            "headline": self.headline(),
            "tasks": [self._plain(task) for task in self.tasks],
            "sections": [asdict(section) for section in self.sections()],
            "files": [asdict(trouble) for trouble in self.files.values()],
            "notes": list(self.notes),
        }

    def _plain(self, task: Task) -> dict[str, Any]:
        row = self.row(task)
        mistake = {"name": row.mistake, "says": row.says, "hint": row.hint, "section": row.section}
        return {
            **{"id": task.id, "title": task.title, "file": task.file, "state": self.state(task)},
            **{"words": self.words(task), "waits_for": list(self.waits_for(task)), "earned": self.earned(task)},
            **{"possible": task.points, "bonus": task.bonus, "broken_rules": list(row.broken)},
            "mistake": mistake if row.mistake else None,
            "checks": [asdict(check) for check in row.checks],
        }


# Parts of it ----------------------------------------------------------------------------------------------------------


def most_telling(row: Row) -> Shown:
    """Of the checks that failed like the first, one whose numbers can be typed; of right code one that printed."""
    found = row.failed or [check for check in row.checks if check.told.get("printed")] or row.checks
    exact = [check for check in found if check.told.get("needs") and not _DRAWS.search(check.told["called"])]
    return next((check for check in exact if check.kind == found[0].kind), found[0])


def _of_a_file(trouble: FileTrouble) -> Section:
    return Section(trouble.file, WRONG, (Line("wrong", trouble.says), Line("", "\n".join(trouble.code), "code")))


def _waits(tasks: Sequence[str], roots: Sequence[str]) -> str:
    waits, it, may = ("waits", "it", "it may") if len(tasks) == 1 else ("wait", "them", "they may")
    first = f"{listed(tasks)} {waits} for {listed(roots)}"
    if roots[0].endswith(".py"):
        return f"{first}: {roots[0]} must load first."
    right = "right ones" if len(roots) > 1 else "a right one"
    return f"{first}: make {roots[0]} right first. The grader checks {it} with {right}, so {may} count there already."


def _rest(row: Row) -> str:
    right = listed([f"`{name}`" for name in row.rest_waits_for])
    points = amount(total(loss.points for loss in row.rest))
    return f"the rest of {row.id} ({points} points) is checked as soon as {right} is right"


def typed(told: Mapping[str, str]) -> list[str]:
    """The call, in the order in which it can be typed."""
    called, needs = told.get("called", ""), told.get("needs", "")
    return [part for part in (needs, called, DRAWN if needs and _DRAWS.search(called) else "") if part]


def _capped(printed: str) -> str:
    lines = [line[:200] for line in printed.splitlines()]
    more = len(lines) - MOST_PRINTED
    return "\n".join([*lines[:MOST_PRINTED], *([f"… and {more} more lines"] if more > 0 else [])])
