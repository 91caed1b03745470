"""Writes the row of a task, as renderers read it, from what its checks found out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ..checks.errors import GRADER
from ..checks.visibility import Visibility
from ..core.assignment import Assignment
from ..core.grade import told_of
from ..core.judging import Part
from ..core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WRONG, Row
from ..core.tape import Tape
from ..running.collect import Check
from .check_result import RULE, CheckResult, ItemStatus
from .result import ItemResult

_STATUS: Mapping[str, ItemStatus] = {
    PASSED: "passed",
    WRONG: "failed",
    NOT_WRITTEN: "not_written",
    RULE_BROKEN: "rule_broken",
    NOT_CHECKED: "not_checked",
}


def row_of(
    blank: ItemResult, row: Row, parts: Sequence[Part], seen: Mapping[str, Tape], assignment: Assignment
) -> ItemResult:
    """`seen`: check → the same on public numbers, where it was made on these."""
    tapes = [tape for part in parts for tape in part.tapes]
    faulty = row.status == NOT_CHECKED and any(tape.kind == GRADER for tape in tapes)
    owners = {name: task.id for task in assignment.tasks for name in task.full_names}
    others = _others(parts)
    return replace(
        blank,
        score=row.score,
        status="grader_error" if faulty else _STATUS[row.status],
        losses=(*row.lost, *row.rest),
        checks=(
            *_broken(row, seen, assignment),
            *(_told(tape, row, seen.get(tape.check.name)) for tape in told_of(tapes) if not tape.breaks_a_rule),
        ),
        on_top_of=tuple(sorted({owners[name] for name in others})),
        carried=_carried(parts, owners) or None,
        hints=(row.hint,) if row.hint else (),
    )


def _told(tape: Tape, row: Row, seen: Tape | None) -> CheckResult:
    if tape.passed:
        return reached(tape.check, True, row.id)
    fails, finding = seen is not None and seen.passed is False, tape.finding
    shown = seen if seen and fails else tape
    assert finding is not None, "a check that was made in this process keeps its finding"
    return replace(
        reached(tape.check, tape.passed, row.section or row.id),
        phase="public" if fails or not tape.check.draws else "hidden" if seen else "unseen",
        category=shown.kind,
        message=shown.says,
        safe_message=finding.safe,
        staff=finding.staff,
        line=shown.line,
        diagnosis=row.mistake if tape.passed is False else None,
        says=row.says or None,
        hint=row.hint or None,
    )


def _broken(row: Row, seen: Mapping[str, Tape], assignment: Assignment) -> list[CheckResult]:
    """A result for each rule that it breaks: which line calls what, as far as public numbers show it."""
    if row.status != RULE_BROKEN:
        return []
    task = assignment.by_id[row.id]
    found = [tape.says for tape in seen.values() if tape.breaks_a_rule]
    found = found or ["with the hidden numbers your code calls what it may not"]
    said = dict.fromkeys(assignment.rule_broken(task, says) for says in found)
    lines = [tape.line for tape in seen.values() if tape.breaks_a_rule]
    return [
        CheckResult(
            f"not allowed: {place}",
            "Calls nothing that this task does not allow",
            passed=False,
            weight=0.0,
            category=RULE,
            message=sentence,
            safe_message=sentence,
            staff=sentence,
            line=lines[0] if lines else None,
        )
        for place, sentence in enumerate(said, 1)
    ]


def reached(check: Check, passed: bool | None, section: str | None = None) -> CheckResult:
    """What is known of a check before it is made, or of one that passed."""
    return _same(check.name, check.title, passed, check.weight, section, check.visibility)


@lru_cache(maxsize=4096)  # the same in every grade, and nothing of a student's is in it
def _same(
    name: str, title: str, passed: bool | None, weight: float, section: str | None, visibility: Visibility
) -> CheckResult:
    return CheckResult(name, title, passed=passed, weight=weight, section=section, visibility=visibility)


# --- what it stands on ---------------------------------------------------------------------------------------------


def _used(parts: Sequence[Part]) -> frozenset[str]:
    """The reference's functions that were called; only these are named."""
    return frozenset().union(*(tape.stood_in for part in parts for tape in part.tapes))


def _others(parts: Sequence[Part]) -> frozenset[str]:
    return _used(parts) - frozenset().union(*(part.task.full_names for part in parts))


def _carried(parts: Sequence[Part], owners: Mapping[str, str]) -> str:
    said, others = [], _others(parts)
    if others:
        said.append(f"graded on top of a correct {_listed(others)}; yours is still wrong in {_tasks(others, owners)}")
    if inside := _used(parts) - others:
        said.append(f"what depends on {_listed(inside)} was checked with a correct one; yours is still wrong")
    return "; ".join([*said, *(_left_out(part, owners) for part in parts if part.left_out)])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name.partition('.')[2]}`" for name in sorted(names))


def _tasks(names: Iterable[str], owners: Mapping[str, str]) -> str:
    return ", ".join(sorted({owners[name] for name in names}))


def _left_out(part: Part, owners: Mapping[str, str]) -> str:
    why = "because it takes too long where your own earlier tasks are used"
    if part.left_out_for:
        tasks = _tasks(part.left_out_for, owners)
        why = f"until {tasks} {'are' if ',' in tasks else 'is'} right"
    return f"left out, at no cost, {why}: {part.left_out[-1].title}"
