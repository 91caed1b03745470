"""Shows the names that staff gave to mistakes after seeing a class, to whoever behaves alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..checks.errors import GraderFault
from ..content.course import Course
from ..content.named_mistakes import StaffName
from ..naming.behaviour import Behaviour, alike, read
from .result import ItemResult, Note


def explained_by(names: Iterable[StaffName], item: str, behaviour: Behaviour | None) -> StaffName | None:
    """The one name that staff gave to this behaviour; none where two would fit."""
    if behaviour is None:
        return None
    fitting = [name for name in names if name.item == item and any(alike(read(b), behaviour) for b in name.behaviours)]
    return fitting[0] if len(fitting) == 1 else None


def names_of(course: Course) -> tuple[tuple[StaffName, ...], tuple[Note, ...]]:
    """The names that staff gave. A file that cannot be read costs a word, never a grade: staff are told."""
    try:
        return course.staff_names, ()
    except GraderFault as problem:
        return (), (Note("staff", f"mistakes that staff named were not looked for: {problem}"),)


def with_behaviour(row: ItemResult, shown: Behaviour | None, names: Sequence[StaffName]) -> ItemResult:
    """The row of a wrong answer with its behaviour, and with the name that staff gave to it, if they did."""
    if shown is None or row.status != "failed":
        return row
    row = replace(row, behaviour=shown.to_text())
    name = explained_by(names, row.id, shown)
    return row if name is None else named(row, name)


def named(row: ItemResult, name: StaffName) -> ItemResult:
    """The result with this name where public numbers fail. Failures on hidden numbers alone it was not seen to
    explain."""
    checks = [
        replace(check, diagnosis=name.name, says=name.says, hint=name.hint)
        if check.passed is False and check.phase == "public"
        else check
        for check in row.checks
    ]
    return replace(row, checks=tuple(checks), hints=(name.hint,), explanation=name.explanation)
