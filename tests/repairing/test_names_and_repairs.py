"""A name that a repair contradicts is not told; one that it does not contradict stays."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Repair, RepairSearch, Result, Where
from softmark.repairing import repair_grade

ITEM = SimpleNamespace(id="1.1", names=("split", "merge"))
NAMED = CheckResult("a", "It is split.", passed=False, diagnosis="split.turned", says="Turned.", hint="Look at sizes.")
REPAIR = Repair("axis", "heads.py", 3, "return x.T", 3, "split", "return x.T", "return x")


@dataclass(frozen=True)
class Known:
    name: str = "split.turned"
    hint: str = "Look at sizes."

    def replaces(self) -> list[str]:
        return ["split"]


def told(*repairs: Repair) -> tuple[ItemResult, Result]:
    row = ItemResult("1.1", "Heads", 4.0, 0.0, "failed", (NAMED,), hints=(NAMED.hint,))
    row = replace(row, repair=RepairSearch(9, 9, repairs))
    grade = SimpleNamespace(course=SimpleNamespace(known_mistakes=[Known()]), result=Result("m", "M", (row,)))
    return repair_grade._unless_contradicted(grade, ITEM, row), grade.result


def test_a_repair_in_another_function_of_the_task_takes_the_name_away():
    row, result = told(replace(REPAIR, function="merge"))
    assert row.checks[0].diagnosis is None and row.hints == ()
    assert result.notes_for("staff") == ("1.1 was not called split.turned: a change in `merge` repairs it",)


@pytest.mark.parametrize("repairs", [
    (REPAIR,),
    (replace(REPAIR, function="_helper"),),
    (REPAIR, replace(REPAIR, function="merge", line=9, statement=9)),
    (),
])  # fmt: skip
def test_otherwise_the_name_stays(repairs):
    row, result = told(*repairs)
    assert row.checks[0].diagnosis == "split.turned" and result.notes == ()


def test_a_line_is_taken_back_where_a_change_of_another_line_alone_makes_the_task_right():
    row = ItemResult("1.1", "Heads", 4.0, 0.0, "failed", where=Where("heads.py", 7, "return y"))
    there = replace(REPAIR, line=7, statement=7)
    for repairs in ((REPAIR,), (there, REPAIR)):
        refuted = repair_grade._unless_refuted(replace(row, repair=RepairSearch(9, 9, repairs)))
        assert refuted.where is None and refuted.silent == "a change of line 3 makes it right"
    beside = replace(row, repair=RepairSearch(9, 9, (replace(REPAIR, line=6, statement=6), there)))
    for kept in (row, beside):
        assert repair_grade._unless_refuted(kept) == kept
