"""All that a student reads about a grade at home, as texts: nothing here runs, prints or draws anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..checks.module_names import module_of
from ..checks.points import amount, total
from ..core.assignment import Assignment, Task
from ..core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Row
from ..render.words.task import Entry, Line, Section, about, listed
from . import hints

if TYPE_CHECKING:
    from ..render.words.screen import Screen

ESTIMATE = "an estimate on public numbers; the grader runs the same checks on others"
MOST_SECTIONS = 3
"""Mistakes that a person reads about at once."""
_PLACE = re.compile(r"([^\s(]+\.py) line (\d+)")


@dataclass(frozen=True)
class FileTrouble:
    """Why a file cannot be checked at all."""

    file: str
    says: str
    waits_for: str | None = None
    """The file that it imports, where that one is what cannot be imported."""


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

    def entry(self, task: Task) -> Entry:
        """Its row of the table."""
        earned = 0.0 if task.file in self.files else self.row(task).score
        state = self.state(task)
        return Entry(task.id, task.title, task.file, state, self._words(task, state), earned, task.points, task.bonus)

    def _words(self, task: Task, state: str) -> str:
        """ "passed", "wrong: does not load", "waiting for 1.2" """
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

    def to_do(self, task: Task) -> str:
        """Its functions; where only some are still stubs, those."""
        text = self.texts.get(module_of(task.file), "")
        names = [name for name in task.names if f": {name} is not written yet" in text] or task.names
        return f"task {task.id}, {listed([f'`{name}`' for name in names])} in {task.file}"

    def hint(self, task: Task) -> str:
        """Of the mistake, or those of the docstring."""
        if hint := self.row(task).hint:
            return f"{task.id}: {hint}"
        found = hints.of(self.texts.get(module_of(task.file), ""), task.names)
        return f"{task.id}, from its docstring:\n{found}" if found else f"{task.id}: read {self._where_to_read(task)}."

    def _where_to_read(self, task: Task) -> str:
        section = self.row(task).section or task.id
        return f"handout, section {section}" if self.assignment.handout else f"its docstring in {task.file}"

    # All of them ------------------------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        return [self.entry(task) for task in self.tasks]

    def headline(self) -> str:
        said = []
        for bonus, sentence in ((False, "{} / {} points"), (True, "bonus {} / {}")):
            some = [each for each in self.entries if each.bonus is bonus]
            if some:
                sums = total(each.earned for each in some), total(each.points for each in some)
                said.append(sentence.format(*map(amount, sums)))
        return ", ".join(said)

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

    def _reached(self) -> str:
        if len(self.tasks) < len(self.assignment.tasks):
            return f"{listed([task.id for task in self.tasks])} passed. `python check.py` checks everything."
        first = "First look at what is said above. " if self.notes else ""
        return (
            f"All {len(self.tasks)} tasks pass: {self.assignment.title}, and every line of it is yours.\n"
            f"{first}To hand in: submission.zip, which `python check.py --zip` writes."
        )

    # What to look at --------------------------------------------------------------------------------------------------

    def sections(self) -> list[Section]:
        """One for each thing to fix, in the order of the tasks; none for what waits, or is not written."""
        asked = {task.file for task in self.tasks} | self._behind()
        broken = [each for each in self.files.values() if not each.waits_for and each.file in asked]
        return [*map(self._of_a_file, broken), *map(self._section, self._to_show()[:MOST_SECTIONS])]

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
        lines = about(row, named=self.assignment.hints == "name", quoted=self._quoted)
        lines += [Line("note", "it was not run")] if row.status == NOT_CHECKED and not row.checks else []
        lines += [Line("read", self._where_to_read(task))] if row.status in (WRONG, RULE_BROKEN) else []
        return Section(f"{task.id} {task.title}", row.status, lines)

    def _of_a_file(self, trouble: FileTrouble) -> Section:
        return Section(trouble.file, WRONG, [Line("wrong", trouble.says), *self._quoted(trouble.says)])

    def _quoted(self, sentence: str) -> Iterator[Line]:
        """The student's own lines that a sentence speaks of, when it says "attention.py line 12"."""
        for file, number in dict.fromkeys(_PLACE.findall(sentence)):
            lines = self.texts.get(module_of(file), "").splitlines()
            if file in self.assignment.files and 0 < int(number) <= len(lines):
                yield Line("", f"{number} | {lines[int(number) - 1].rstrip()}", "code")

    def plain(self) -> dict[str, Any]:
        """What --json says."""
        return {
            "headline": self.headline(),
            "tasks": [{**asdict(self.entry(task)), "checks": self._checks(task)} for task in self.tasks],
            "sections": [asdict(section) for section in self.sections()],
            "notes": list(self.notes),
        }

    def _checks(self, task: Task) -> list[dict[str, Any]]:
        return [asdict(check) for check in self.row(task).checks]


def finish(report: Report, screen: Screen, ending: str = "") -> None:
    """What stands below the table."""
    screen.close()
    screen.say(f"\n{report.headline()} ({ESTIMATE})")
    for section in report.sections():
        screen.section(section)
    for note in (*report.remarks(), *report.notes):
        screen.note(f"\n{note}")
    screen.say(f"\n{ending or report.ending()}", "bold")


def show_table(report: Report, screen: Screen) -> None:
    screen.begin(report.assignment.title, report.entries)
    for entry in report.entries:
        screen.row(entry)


def _waits(tasks: Sequence[str], roots: Sequence[str]) -> str:
    waits, it, may = ("waits", "it", "it may") if len(tasks) == 1 else ("wait", "them", "they may")
    first = f"{listed(tasks)} {waits} for {listed(roots)}"
    if roots[0].endswith(".py"):
        return f"{first}: {roots[0]} must load first."
    right = "right ones" if len(roots) > 1 else "a right one"
    return f"{first}: make {roots[0]} right first. The grader checks {it} with {right}, so {may} count there already."
