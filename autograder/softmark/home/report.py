"""All that a student reads about a grade at home, as texts: nothing here runs, prints or draws anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ..checks.points import amount, total
from ..core.assignment import Assignment, Task
from ..core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Row
from ..render.words.task import Entry, Line, Section, about, listed

if TYPE_CHECKING:
    from ..render.words.screen import Screen

ESTIMATE = "an estimate on public numbers; the grader runs the same checks on others"
MOST_SECTIONS = 3
"""Mistakes that a person reads about at once."""
_PLACE = re.compile(r"([^\s(]+\.py) line (\d+)")


@dataclass(frozen=True)
class Trouble:
    """Why a file cannot be checked at all."""

    file: str
    """The one to look at: itself, or a file that it imports."""
    says: str


@dataclass(frozen=True)
class Report:
    """All that is known at some moment."""

    assignment: Assignment
    tasks: Sequence[Task]
    """Those that were asked for, in order."""
    rows: Mapping[str, Row]
    """Also of tasks that were not asked for: what they wait for."""
    files: Mapping[str, Trouble]
    notes: Sequence[str]
    texts: Mapping[str, str]
    """File → its source."""

    # One task ---------------------------------------------------------------------------------------------------------

    def row(self, task: Task) -> Row:
        """What the grade says, where its file can be checked; what it waits for may also be a file."""
        if trouble := self.files.get(task.file):
            waits_for = (trouble.file,) if trouble.file != task.file else ()
            return Row(task.id, task.points, status=WAITING if waits_for else WRONG, waits_for=waits_for)
        row = self.rows.get(task.id) or Row(task.id, task.points)
        return replace(row, waits_for=tuple(dict.fromkeys(filter(None, map(self._still, row.waits_for)))))

    def _still(self, ident: str) -> str:
        """A task that is waited for, or its file; nothing where it was found right since."""
        task = self.assignment.by_id[ident]
        if trouble := self.files.get(task.file):
            return trouble.file
        return "" if self.row(task).status == PASSED else ident

    def is_known(self, task: Task) -> bool:
        row = self.row(task)
        return row.status != NOT_CHECKED or bool(row.checks)

    def entry(self, task: Task) -> Entry:
        """Its row of the table."""
        row = self.row(task)
        words = _waiting_for(row.waits_for) if row.status == WAITING else row.status
        words += ": does not load" if row.status == WRONG and task.file in self.files else ""
        return Entry(task.id, task.title, task.file, row.status, words, row.score, task.points, task.bonus)

    def to_do(self, task: Task) -> str:
        """Its functions; where only some are still stubs, those."""
        text = self.texts.get(task.file, "")
        names = [name for name in task.names if f": {name} is not written yet" in text] or task.names
        return f"task {task.id}, {listed([f'`{name}`' for name in names])} in {task.file}"

    def hint(self, task: Task) -> str:
        """Of the mistake, or those of the docstring."""
        if hint := self.row(task).hint:
            return f"{task.id}: {hint}"
        found = "\n".join(_hints(self.texts.get(task.file, ""), task.names))
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
            if some := [each for each in self.entries if each.bonus is bonus]:
                sums = total(each.earned for each in some), total(each.points for each in some)
                said.append(sentence.format(*map(amount, sums)))
        return ", ".join(said)

    @property
    def open(self) -> list[Task]:
        return [task for task in self.tasks if self.row(task).status != PASSED]

    @property
    def untouched(self) -> bool:
        """Whether nothing at all is written yet."""
        begun = [task for task in self.tasks if self.row(task).status not in (NOT_WRITTEN, WAITING)]
        return not begun and not self.files and len(self.tasks) == len(self.assignment.tasks)

    def remarks(self) -> list[str]:
        """What else is wrong, and a line for all that wait for the same, unless there is nothing yet to wait for."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for row in () if self.untouched else map(self.row, self.tasks):
            if row.status == WAITING:
                groups.setdefault(row.waits_for, []).append(row.id)
        more = [task.id for task in self._to_show()][MOST_SECTIONS:]
        also = [f"Look at {listed(more)} too: `python check.py {more[0]}` says what is wrong there."] if more else []
        return also + [_waits(tasks, roots) for roots, tasks in groups.items()]

    def at_hand(self) -> Task | None:
        """Where to go on."""
        if not self.open:
            return None
        task = min(self.open, key=lambda task: (task.bonus, self.row(task).status == WAITING))
        return self.assignment.by_id.get((*self.row(task).waits_for, task.id)[0], task)

    def ending(self) -> str:
        """What comes next, or what is reached."""
        task = self.at_hand()
        if not task:
            return self._reached()
        if task.file in self.files:
            return f"Next: {self.files[task.file].file}, which does not load."
        if [task] == [*self.tasks] and self.row(task).status != NOT_WRITTEN:
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
        broken = [each for file, each in self.files.items() if each.file == file and file in asked]
        return [*map(self._of_a_file, broken), *map(self._section, self._to_show()[:MOST_SECTIONS])]

    def _behind(self) -> set[str]:
        return {each for task in self.tasks for each in self.row(task).waits_for}

    def _to_show(self) -> list[Task]:
        """The tasks of which there is more to say than the table does: those asked for, and what they wait for. Who
        checks one task alone may have made it print something."""
        behind, found = self._behind(), []
        for task in self.assignment.tasks:
            row = self.row(task)
            printed = [*self.tasks] == [task] and any(check.told.get("printed") for check in row.checks)
            if (task in self.tasks or task.id in behind) and task.file not in self.files:
                found += [task] if printed or row.status in (WRONG, RULE_BROKEN, NOT_CHECKED) else []
        return found

    def _section(self, task: Task) -> Section:
        row = self.row(task)
        lines = about(row, named=self.assignment.hints == "name", quoted=self._quoted)
        lines += [Line("read", self._where_to_read(task))] if row.status in (WRONG, RULE_BROKEN) else []
        return Section(f"{task.id} {task.title}", row.status, lines)

    def _of_a_file(self, trouble: Trouble) -> Section:
        return Section(trouble.file, WRONG, [Line("wrong", trouble.says), *self._quoted(trouble.says)])

    def _quoted(self, sentence: str) -> Iterator[Line]:
        """The student's own lines that a sentence speaks of, when it says "attention.py line 12"."""
        for file, number in dict.fromkeys(_PLACE.findall(sentence)):
            lines = self.texts.get(file, "").splitlines()
            if 0 < int(number) <= len(lines):
                yield Line("", f"{number} | {lines[int(number) - 1].rstrip()}", "code")

    def plain(self) -> dict[str, Any]:
        """What --json says."""
        return {
            "headline": self.headline(),
            "tasks": [{**asdict(self.row(task)), **asdict(self.entry(task))} for task in self.tasks],
            "sections": [asdict(section) for section in self.sections()],
            "notes": list(self.notes),
        }


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


def _waiting_for(roots: Sequence[str]) -> str:
    if not roots:
        return "to be checked again"
    return f"waiting for {', '.join(roots if len(roots) < 3 else (roots[0], '…'))}"


def _waits(tasks: Sequence[str], roots: Sequence[str]) -> str:
    waits, it, may = ("waits", "it", "it may") if len(tasks) == 1 else ("wait", "them", "they may")
    first = f"{listed(tasks)} {waits} for {listed(roots)}"
    if roots[0].endswith(".py"):
        return f"{first}: {roots[0]} must load first."
    right = "right ones" if len(roots) > 1 else "a right one"
    return f"{first}: make {roots[0]} right first. The grader checks {it} with {right}, so {may} count there already."


def _hints(source: str, names: Sequence[str]) -> Iterator[str]:
    """Those that the docstrings of these functions give, each in one line."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for name in names:
        here: ast.AST | None = tree
        for part in name.split("."):
            here = next((each for each in getattr(here, "body", ()) if getattr(each, "name", "") == part), None)
        text = ast.get_docstring(here) if isinstance(here, ast.FunctionDef) else None
        if hints := (text or "").partition("\nHints:\n")[2].partition("\n\n")[0]:
            yield re.sub(r"\n +(?! |- )", " ", hints)
