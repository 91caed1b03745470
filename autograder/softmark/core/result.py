"""What a grade comes to: one row a task. Renderers read this and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..checks.points import Loss

PASSED = "passed"
WRONG = "wrong"
NOT_WRITTEN = "not written yet"
WAITING = "waiting"
RULE_BROKEN = "rule broken"
NOT_CHECKED = "not checked"
"""Not yet, or because the grader failed."""


@dataclass(frozen=True)
class Shown:
    """One check of a task, as far as its student may read of it."""

    name: str
    title: str
    passed: bool | None
    """None: the grader failed, which is nobody's mistake but ours."""
    kind: str = ""
    """Of the failure: shape, dtype, values, raised, …"""
    says: str = ""
    """What went wrong."""
    line: str | None = None
    """The student's own line where it raised, as "attention.py line 12"."""
    told: Mapping[str, str] = field(default_factory=dict)
    """At home also `called` (the call as Python), `needs` (the imports to type first), `printed`, and two small grids
    of numbers, `yours` and `expected`."""


@dataclass(frozen=True)
class Row:
    """One task."""

    id: str
    points: float
    score: float = 0.0
    status: str = NOT_CHECKED
    lost: tuple[Loss, ...] = ()
    """The labels of the task whose checks fail."""
    waits_for: tuple[str, ...] = ()
    """The tasks that must be right before anything can be said of this one."""
    rest: tuple[Loss, ...] = ()
    """What is not earned yet: the labels whose checks were not made."""
    rest_waits_for: tuple[str, ...] = ()
    """Functions of the task itself that must be right before the rest of it is checked: "attend"."""
    broken: tuple[str, ...] = ()
    """A sentence for each rule that the task breaks."""
    mistake: str | None = None
    """The name of the known mistake that it behaves like."""
    says: str = ""
    """That mistake in a sentence."""
    hint: str = ""
    section: str = ""
    """Of the handout, where to read on."""
    checks: tuple[Shown, ...] = ()

    @property
    def failed(self) -> list[Shown]:
        return [check for check in self.checks if check.passed is not True]

    @staticmethod
    def of(plain: Mapping[str, Any]) -> Row:
        """As another process wrote it."""
        lists = {name: tuple(plain[name]) for name in ("waits_for", "rest_waits_for", "broken")}
        losses = {name: tuple(map(_loss, plain[name])) for name in ("lost", "rest")}
        return Row(**{**plain, **lists, **losses, "checks": tuple(Shown(**check) for check in plain["checks"])})


def _loss(plain: Mapping[str, Any]) -> Loss:
    return Loss(**{**plain, "checks": tuple(plain["checks"])})


@dataclass(frozen=True)
class Result:
    rows: Mapping[str, Row]
    """Task → its row, in the order of the tasks."""

    def with_rows(self, rows: Iterable[Row]) -> Result:
        return replace(self, rows={**self.rows, **{row.id: row for row in rows}})

    def plain(self) -> list[dict[str, Any]]:
        """The rows, for another process."""
        return [asdict(row) for row in self.rows.values()]
