"""Compares two gradings of a class: whose score changed, by which task and check, and why. The first question comes
first: would anyone lose points?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...checks.points import amount
from ...files import tables
from ...files.escape import one_line
from ...grading.check_result import NOT_NEEDED, by_check
from ...grading.result import ItemResult
from ..entries import Graded
from . import templates
from .cohort import Cohort, deduction, name_of
from .override_table import Applied
from .same_person import Finder, people

Why = Literal[
    "submission changed", "grader changed", "points changed", "override", "flake", "late", "attempts", "new", "gone"
]

WHY: dict[Why, str] = {
    "submission changed": "handed in something else",
    "grader changed": "graders, rubric, reference or engine differ",
    "points changed": "points changed in the rubric, with the same verdicts",
    "override": "a person decided",
    "flake": "same submission, same grader, another verdict",
    "late": "the late policy or the date differs",
    "attempts": "another attempt counts",
    "new": "only in the new run",
    "gone": "only in the old run",
}
_LIMIT, _ITEMS = 60, 5
"""Rows, and tasks in a row, that a terminal shows; the CSV and the page have them all."""


@dataclass(frozen=True)
class CheckChange:
    """A check with another verdict."""

    title: str
    phase: str
    """public, hidden, or both"""
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.title} ({self.phase}): {self.before} → {self.after}"


@dataclass(frozen=True)
class ItemChange:
    """A task with another score, or with checks that came out otherwise."""

    id: str
    before: float | None
    after: float | None
    why: tuple[Why, ...]
    checks: tuple[CheckChange, ...]
    note: str = ""
    """What staff noted with an override."""

    @property
    def difference(self) -> float:
        return 0.0 if self.before is None or self.after is None else round(self.after - self.before, 2)


@dataclass(frozen=True)
class GradeChange:
    """One submission of which something changed."""

    name: str
    section: str
    submission: str
    before: float | None
    after: float | None
    why: tuple[Why, ...]
    items: tuple[ItemChange, ...]

    @property
    def difference(self) -> float:
        """In points; 0 for somebody who is in one of the two runs only."""
        if self.before is None or self.after is None:
            return 0.0
        return round(self.after - self.before, 2)


@dataclass(frozen=True)
class Tally:
    """How many submissions changed by one task, or for one reason."""

    what: str
    count: int
    up: int
    down: int

    def __str__(self) -> str:
        moved = ", ".join(f"{number} {way}" for number, way in ((self.up, "up"), (self.down, "down")) if number)
        return f"{self.what}: {self.count}" + (f" ({moved})" if moved else "")


@dataclass(frozen=True)
class RegradeComparison:
    title: str
    old: str
    new: str
    changes: tuple[GradeChange, ...]
    """Those who lose first, then those who gain, then the rest."""
    same: int
    """Submissions of which nothing changed."""
    notes: tuple[str, ...] = ()
    """Overrides that are obsolete, on either side."""
    undecided: tuple[str, ...] = ()
    """Where it is not known which attempt counts: the scores of that side are those of the latest alone."""

    @property
    def losers(self) -> list[GradeChange]:
        return [change for change in self.changes if change.difference < 0]

    @property
    def gainers(self) -> list[GradeChange]:
        return [change for change in self.changes if change.difference > 0]

    @property
    def by_task(self) -> list[Tally]:
        """Whose points of a task are others now, or its verdicts; the task with the most of them first."""
        found: dict[str, list[float]] = {}
        for change in self.changes:
            for item in change.items:
                found.setdefault(item.id, []).append(item.difference)
        return _ranked(found)

    @property
    def by_cause(self) -> list[Tally]:
        found: dict[str, list[float]] = {}
        for change in self.changes:
            for why in change.why:
                found.setdefault(why, []).append(change.difference)
        return _ranked(found)

    @property
    def answer(self) -> str:
        """Would anyone lose points?"""
        gone = sum("gone" in change.why for change in self.changes)
        missing = f" {_people(gone)} of the old run {'is' if gone == 1 else 'are'} not in the new one." if gone else ""
        if not self.losers:
            return "Would anyone lose points? No." + missing
        worst = self.losers[0]
        return (
            f"Would anyone lose points? Yes: {_people(len(self.losers))}, at most "
            f"{amount(-worst.difference)} ({worst.name}).{missing}"
        )

    @property
    def summary(self) -> str:
        flakes = sum("flake" in change.why for change in self.changes)
        gain, lose = len(self.gainers), len(self.losers)
        alone = sum(bool({"new", "gone"} & set(change.why)) for change in self.changes)
        level = len(self.changes) - gain - lose - alone
        said = f"{gain} gain, {lose} lose, {self.same} are unchanged."
        if level:
            said += f" {level} keep{'s its' if level == 1 else ' their'} score, with other verdicts."
        if alone:
            said += f" {alone} are in one run only."
        return said + (f" {flakes} came out otherwise with nothing changed: look at these checks." if flakes else "")


def compare(old: Cohort, new: Cohort, names: tuple[str, str] = ("old", "new")) -> RegradeComparison:
    """Matches submissions by id, then by the people who handed them in."""
    changes, same = [], 0
    for before, after in _pairs(old.graded, new.graded):
        change = _change(before, after, old.applied, new.applied)
        if change is None:
            same += 1
        else:
            changes.append(change)
    changes.sort(key=lambda change: (change.difference >= 0, change.difference == 0, change.difference, change.name))
    notes = [f"{names[0]}: {text}" for text in old.obsolete] + [f"{names[1]}: {text}" for text in new.obsolete]
    sides = zip(names, (old.open_attempts, new.open_attempts), strict=True)
    open_ = tuple(f"{name}: {text}" for name, text in sides if text)
    return RegradeComparison(new.title or old.title, *names, tuple(changes), same, tuple(notes), open_)


def _pairs(old: Sequence[Graded], new: Sequence[Graded]) -> Iterator[tuple[Graded | None, Graded | None]]:
    by_id = {submission.entry.id: submission for submission in old}
    finder = Finder((person, submission) for person, submission in people(old))
    taken: set[str] = set()
    later = [submission for submission in new if submission.entry.id not in by_id]
    for submission in new:
        if submission.entry.id in by_id:
            taken.add(submission.entry.id)
            yield by_id[submission.entry.id], submission
    for submission in later:  # handed in again: another id, the same people
        found = (finder.find(person) for person in submission.entry.people)
        before = next((each for each in found if each is not None and each.entry.id not in taken), None)
        if before is not None:
            taken.add(before.entry.id)
        yield before, submission
    for submission in old:
        if submission.entry.id not in taken:
            yield submission, None


def _change(
    before: Graded | None,
    after: Graded | None,
    old_overrides: Mapping[str, Sequence[Applied]],
    new_overrides: Mapping[str, Sequence[Applied]],
) -> GradeChange | None:
    shown = after or before
    assert shown is not None
    sections = sorted({one_line(person.section) for person in shown.entry.people if person.section})
    about = (name_of(shown), ", ".join(sections), shown.entry.id)
    if before is None or after is None:
        why: Why = "new" if before is None else "gone"
        scores = [side.result.final if side else None for side in (before, after)]
        return GradeChange(*about, scores[0], scores[1], (why,), ())
    causes = _causes(before, after)
    decided = [
        {each.override.item: each for each in overrides.get(side.entry.id, ())}
        for side, overrides in ((before, old_overrides), (after, new_overrides))
    ]
    items = []
    for ident in dict.fromkeys(item.id for side in (before, after) for item in side.result.items):
        found = _item_change(ident, before, after, causes, decided[0].get(ident), decided[1].get(ident))
        if found is not None:
            items.append(found)
    penalty = deduction(before.result) != deduction(after.result)
    adjusted = _adjusted(before) != _adjusted(after)
    stood = _standing(before) != _standing(after)
    if not items and not penalty and not adjusted and not stood:
        return None
    reasons: Counter[Why] = Counter(why for item in items for why in item.why)
    if adjusted:
        reasons["override"] += 1
    if penalty and not stood and (not items or _percent(before) != _percent(after)):  # else it follows from the tasks
        reasons["late"] += 1
    if stood:
        reasons["attempts"] += 1
    return GradeChange(
        *about,
        before.result.final,
        after.result.final,
        tuple(w for w in WHY if w in reasons),
        tuple(items),
    )


def _adjusted(one: Graded) -> float:
    return (one.result.adjusted.points or 0.0) if one.result.adjusted else 0.0


def _standing(one: Graded) -> float | None:
    return one.result.standing.score if one.result.standing else None


def _percent(one: Graded) -> float:
    return one.result.late.percent if one.result.late else 0.0


def _causes(before: Graded, after: Graded) -> tuple[Why, ...]:
    found: list[Why] = []
    if before.result.digest != after.result.digest:
        found.append("submission changed")
    if before.autograder != after.autograder:
        found.append("grader changed")
    return tuple(found) or ("flake",)


def _item_change(
    ident: str, before: Graded, after: Graded, causes: tuple[Why, ...], was: Applied | None, now: Applied | None
) -> ItemChange | None:
    rows = [next((item for item in one.result.items if item.id == ident), None) for one in (before, after)]
    scores = [row.score if row else None for row in rows]
    graded = [row.decided.before if row and row.decided else row.score if row else None for row in rows]
    checks = _check_changes(*rows)
    decided = (was.override.points if was else None) != (now.override.points if now else None)
    if scores[0] == scores[1] and not checks and not decided:
        return None
    why: list[Why] = []
    worth = [row.points if row else None for row in rows]
    if None not in worth and worth[0] != worth[1] and graded[0] != graded[1]:
        why.append("points changed")
    if checks or (graded[0] != graded[1] and not why):
        why += causes
    if decided:
        why.append("override")
    last = now or was
    note = one_line(last.override.note_staff or last.override.note_student, limit=300) if decided and last else ""
    return ItemChange(ident, scores[0], scores[1], tuple(why), checks, note)


def _check_changes(before: ItemResult | None, after: ItemResult | None) -> tuple[CheckChange, ...]:
    """Checks that both runs have, with another verdict; checks that only one has and that did not pass there."""
    sides = [_verdicts(before), _verdicts(after)]
    phases: dict[tuple[str, str, str, str], list[str]] = {}
    for name, phase in dict.fromkeys([*sides[0], *sides[1]]):
        (was, title), (now, other) = (side.get((name, phase), ("not there", "")) for side in sides)
        alone = "not there" in (was, now)
        if was != now and not (alone and "passes" in (was, now)):
            phases.setdefault((name, title or other, was, now), []).append(phase)
    return tuple(CheckChange(title, " and ".join(found), was, now) for (_, title, was, now), found in phases.items())


def _verdicts(item: ItemResult | None) -> dict[tuple[str, str], tuple[str, str]]:
    said = {True: "passes", False: "fails", None: "not reached"}
    return {
        (name, check.phase): (said[check.passed], one_line(check.title))
        for name, group in by_check(item.checks if item else ()).items()
        for check in group
        if check.category != NOT_NEEDED
    }


def _ranked(found: Mapping[str, Sequence[float]]) -> list[Tally]:
    made = [
        Tally(what, len(moved), sum(by > 0 for by in moved), sum(by < 0 for by in moved))
        for what, moved in found.items()
    ]
    return sorted(made, key=lambda each: (-each.count, each.what))


def _people(count: int) -> str:
    return "1 submission" if count == 1 else f"{count} submissions"


# --- in a terminal ----------------------------------------------------------------------------------------


def show(comparison: RegradeComparison, console: Console | None = None) -> None:
    (console or Console()).print(to_terminal(comparison))


def to_terminal(comparison: RegradeComparison) -> RenderableType:
    answer = Text(one_line(comparison.answer, limit=1000), style="bold red" if comparison.losers else "bold green")
    parts: list[RenderableType] = [answer, Text(comparison.summary)]
    for title, tallies in (("by task", comparison.by_task), ("by cause", comparison.by_cause)):
        if tallies:
            parts.append(Text(f"{title}: {one_line('; '.join(map(str, tallies)), limit=1000)}"))
    if comparison.changes:
        table = Table(box=None, pad_edge=False)
        for title, justify in (("student", "left"), ("old", "right"), ("new", "right"), ("±", "right")):
            table.add_column(title, justify=justify)  # type: ignore[arg-type]
        table.add_column("tasks", overflow="fold")
        table.add_column("why", overflow="fold")
        for change in comparison.changes[:_LIMIT]:
            style = "red" if change.difference < 0 else "green" if change.difference > 0 else ""
            moved = [f"{item.id} {points(item.before)}→{points(item.after)}" for item in change.items]
            items = ", ".join(moved[:_ITEMS]) + (f" and {len(moved) - _ITEMS} more" if len(moved) > _ITEMS else "")
            cells = (change.name, points(change.before), points(change.after), signed(change.difference), items)
            table.add_row(*(Text(one_line(cell), style=style) for cell in cells), Text(one_line("; ".join(change.why))))
        parts.append(table)
    if len(comparison.changes) > _LIMIT:
        parts.append(Text(f"… and {len(comparison.changes) - _LIMIT} more, in the CSV and the page"))
    parts += [Text(one_line(text, limit=700), style="yellow") for text in comparison.undecided]
    parts += [Text(f"override: {one_line(note, limit=500)}", style="yellow") for note in comparison.notes]
    return Group(*parts)


def points(value: float | None) -> str:
    return "–" if value is None else amount(value)


def signed(value: float) -> str:
    return "0" if not value else f"+{amount(value)}" if value > 0 else f"−{amount(-value)}"


# --- as files ---------------------------------------------------------------------------------------------


def to_csv(comparison: RegradeComparison) -> str:
    """One row for each task that changed; a submission without such a task has one row of its own."""
    columns = [
        "Student", "Section", "Submission", "Old score", "New score", "Change", "Task", "Old points", "New points",
        "Why", "Checks", "Reason",
    ]  # fmt: skip
    rows: list[list[str | float | None]] = []
    for change in comparison.changes:
        about = [change.name, change.section, change.submission, change.before, change.after, change.difference]
        for item in change.items:
            checks = "; ".join(map(str, item.checks))
            rows.append([*about, item.id, item.before, item.after, "; ".join(item.why), checks, item.note])
        if not change.items:
            rows.append([*about, "", None, None, "; ".join(change.why), "", ""])
    return tables.write(columns, rows)


def to_data(comparison: RegradeComparison) -> dict[str, Any]:
    """The changes as plain data, for programs."""
    tallies = {"by task": comparison.by_task, "by cause": comparison.by_cause}
    counted = {name: [asdict(each) for each in found] for name, found in tallies.items()}
    return {"answer": comparison.answer, "loses": len(comparison.losers), **counted, **asdict(comparison)}


def to_html(comparison: RegradeComparison) -> str:
    """A page that can be searched and filtered, and that reads without scripts too; nothing from outside."""
    apply = {reason for change in comparison.changes for reason in change.why}
    return templates.page(
        "compare.html.j2",
        styles=("base.css", "compare.css"),
        script="compare.js" if comparison.changes else "",
        comparison=comparison,
        why={reason: says for reason, says in WHY.items() if reason in apply},
        points=points,
        signed=signed,
    )
