"""Tries the edits of one wrong task, within its budget of processor time.

Most edits fall at the first check, the one with the smallest inputs that failed. All edits are tried, also once one
repairs the task: where repairs are at several places, none of them can be said to be the wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..content.rubric import Item
from ..grading.check_result import Phase
from ..grading.grade import Grade
from ..grading.intake import source_reading
from ..grading.result import Repair, RepairSearch
from ..locating.locate import CHANGED, kind_of
from ..questions.program import Program, ProgramFunction, ProgramTask
from ..reading.rules.leaning import Leaning
from ..sandbox.layers.limits import Exhausted, bounded
from .edits import Edit, Kind, in_order
from .evidence import evidence
from .lab import BudgetSpent, RepairLab, failed_on
from .operators import edits

READING_SECONDS, READING_MB = 2.0, 256
"""For making the edits of one task; an honest program takes a hundredth of it."""
LONGEST = 400
"""Characters of a line that are kept."""
MARGIN = 0.15
"""Of the budget, what the last edit may need of it; one that passes takes longer than a hundred that do not."""
SHARE_OF_SLOW_TASKS = 0.7
"""Of the budget of a slow task, for trying edits. What passes then is looked at further, which takes a second."""
ENOUGH = 0.5
"""Of a slow task's edits. Where fewer could be tried, one that repairs it is likely not the only one, unless it puts in
a parameter that is never used."""
MOST_TOLD = 2
"""Repairs whose values are looked at: the first, and the next, should hidden numbers refute it."""
MOST_FOUND = 12
"""Repairs of one task. So many at several places say no more than two do."""


@dataclass(frozen=True)
class Searched:
    """What came of trying. On public numbers, nothing hidden has been looked at yet."""

    tried: int
    edits: int
    found: tuple[Edit, ...]
    evidence_words: tuple[tuple[str, str], ...]
    """Of the first of them, the expression as it is and as it would be."""
    seconds: float
    numbers: Phase = "public"
    """Those that see the mistake."""


def search(grade: Grade, item: Item, budget: float, numbers: Phase = "public") -> Searched | None:
    """On the numbers that see the mistake; a repair must also hold on public numbers and fresh ones. None where there
    is nothing to look for. `budget`: processor seconds."""
    ordered = _edits(grade, item, numbers)
    if not ordered:
        return None
    lab = RepairLab(grade, item, numbers, budget)
    try:
        return _searched(grade, item, lab, ordered, budget, numbers)
    finally:
        lab.close()
        grade.repair_seconds[item.id] = round(lab.seconds, 3)


def confirmed(grade: Grade, item: Item, searched: Searched, budget: float) -> RepairSearch:
    """What is kept of it, with what hidden numbers say of each repair as far as the budget goes. It comes after all
    searches of a grade: however long code takes over hidden numbers, that decides nothing about public ones."""
    lab = RepairLab(grade, item, searched.numbers, budget)
    kept = []
    try:
        for place, edit in enumerate(searched.found):
            words = searched.evidence_words[place] if place < len(searched.evidence_words) else ("", "")
            kept.append(_kept(edit, _holds_on_hidden(lab, edit), *words))
    finally:
        lab.close()
        grade.repair_seconds[item.id] = round(searched.seconds + lab.seconds, 3)
    return RepairSearch(searched.tried, searched.edits, tuple(kept), on_hidden=searched.numbers == "hidden")


def _holds_on_hidden(lab: RepairLab, edit: Edit) -> bool | None:
    try:
        return lab.holds_on_hidden({edit.file: edit.text})
    except BudgetSpent:
        return None


def _edits(grade: Grade, item: Item, numbers: Phase) -> list[Edit]:
    """In the order in which they are tried. Whose program takes long to change has none."""
    where, _ = grade.explainer.line_of(item)
    framework = grade.course.rubric.framework
    try:
        with bounded(READING_SECONDS, READING_MB):
            program = Program(grade.submission.files, [item, *_passed(grade, item)], slow_ones=True)
            own = own_functions(program, item, grade.course.rubric.items)
            every = [edit for function in own for edit in edits(program, function, framework)]
            return in_order(every, (where.file, where.line) if where else None, _likely(grade, item, numbers))
    except (Exhausted, MemoryError, RecursionError):
        return []


def _passed(grade: Grade, item: Item) -> list[Item]:
    """The tasks that pass. A helper that one of them uses too works there: it is not what has to be changed."""
    others = [other for other in grade.course.rubric.items if other.id != item.id]
    return [other for other in others if grade.result.item(other.id).status == "passed"]


def own_functions(program: Program, task: ProgramTask, tasks: Iterable[ProgramTask]) -> list[ProgramFunction]:
    """The functions of a task and the helpers that they use. What another task asks for is no helper: changed so that
    this task passes, it would break that one."""
    others = {(other.file, name) for other in tasks if other.id != task.id for name in other.names}
    return [function for function in program.of(task.id) if (function.file, function.name) not in others]


def _likely(grade: Grade, item: Item, numbers: Phase) -> Sequence[Kind]:
    """What the edits are about that are tried first: where something was written into, that. A slow task is a loop of
    steps, of which one is missing, too many or at the wrong place more often than an axis is another."""
    if item.slow:
        return "call", "comparison", "order"
    failed = grade.so_far.failed(item.id, failed_on(item, numbers))
    checks = [check for check in grade.checks.of(item.id) if check.name in failed]
    kinds = [kind_of(check, failed[check.name].category or "") for check in checks]
    return ("in place",) if CHANGED in kinds else ()


def _searched(
    grade: Grade, item: Item, lab: RepairLab, ordered: Sequence[Edit], budget: float, numbers: Phase
) -> Searched | None:
    failing = lab.failing()
    if not failing:
        return None
    found: list[Edit] = []
    waiting: list[Edit] = []
    tried, dearest = 0, 0.0
    until = SHARE_OF_SLOW_TASKS * budget if item.slow else budget
    for edit in ordered:
        began = lab.spent
        if began + min(dearest, MARGIN * until) >= until or len(found) >= MOST_FOUND:
            break
        try:
            if lab.passes({edit.file: edit.text}, failing):
                if item.slow:
                    waiting.append(edit)
                elif _repairs(grade, item, lab, edit):
                    found.append(edit)
        except BudgetSpent:
            break
        tried += 1
        dearest = max(dearest, lab.spent - began)
    if tried < ENOUGH * len(ordered):
        waiting = [edit for edit in waiting if edit.forgotten]
    found += _one_of_each_place(grade, item, lab, waiting)
    known = found[:MOST_TOLD] if numbers == "public" else []  # a hidden input is quoted to nobody
    compared = any(lab.category_of(check) != "property" for check in failing)
    evidence_words = tuple(evidence(lab, edit, failing[0], compared) for edit in known)
    return Searched(tried, len(ordered), tuple(found), evidence_words, lab.seconds, numbers)


def _one_of_each_place(grade: Grade, item: Item, lab: RepairLab, waiting: Sequence[Edit]) -> Sequence[Edit]:
    """Of the edits with which a slow task passes what it failed: the first of each place that repairs it. None where
    there is no time to try one at every place: another might be as good."""
    found: dict[tuple[str, int], Edit] = {}
    places = dict.fromkeys(_place(edit) for edit in waiting)
    try:
        for place in places:
            alike = (edit for edit in waiting if _place(edit) == place)
            first = next((edit for edit in alike if _repairs(grade, item, lab, edit)), None)
            found |= {place: first} if first else {}
    except BudgetSpent:
        return ()
    return list(found.values())


def _place(edit: Edit) -> tuple[str, int]:
    return edit.file, edit.statement[0]


def _repairs(grade: Grade, item: Item, lab: RepairLab, edit: Edit) -> bool:
    changed = {edit.file: edit.text}
    return lab.repairs(changed) and _allowed(grade, item, changed)


def _allowed(grade: Grade, item: Item, changed: dict[str, str]) -> bool:
    rubric = grade.course.rubric
    if not item.not_allowed:
        return True
    read = source_reading.read({**grade.submission.files, **changed}, grade.course.given, rubric, Leaning(rubric.items))
    return item.id not in read.broken


def _kept(edit: Edit, hidden: bool | None, was: str, needed: str) -> Repair:
    before, after = (text[:LONGEST] for text in edit.lines)
    old, new = (text[:LONGEST] for text in edit.expressions)
    used = edit.uses
    return Repair(
        kind=edit.kind,
        file=edit.file,
        line=edit.line,
        text=edit.own_line[:LONGEST],
        statement=edit.statement[0],
        function=edit.function,
        before=before,
        after=after,
        old=old,
        new=new,
        hidden=hidden,
        was=was,
        needed=needed,
        used=tuple(used),
        used_text=tuple(edit.line_as_written(line)[:LONGEST] for line in used),
    )
