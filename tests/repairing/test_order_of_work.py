"""In which order a grade's wrong tasks are looked at, and what becomes of a fault of ours on the way."""

from types import SimpleNamespace

import pytest

from softmark.content.rubric import Repairs
from softmark.grading.result import ItemResult, RepairSearch, Result
from softmark.repairing import repair_grade
from softmark.repairing.search import Searched

ITEMS = (SimpleNamespace(id="1.1", names=("mean",)), SimpleNamespace(id="1.2", names=("scale",)))
SEEN_BY = {"1.1": "hidden", "1.2": "public"}
"""Task → the numbers on which it fails."""


@pytest.fixture
def grade(monkeypatch):
    monkeypatch.setattr(repair_grade, "can_be_looked_for", lambda grade, item, numbers: numbers == SEEN_BY.get(item.id))
    rubric = SimpleNamespace(
        items=ITEMS,
        repairs=Repairs(task_seconds=3, grade_seconds=4),
        item=lambda ident: next(item for item in ITEMS if item.id == ident),
    )
    rows = tuple(ItemResult(item.id, "A task", 4.0, 0.0, "failed") for item in ITEMS)
    return SimpleNamespace(course=SimpleNamespace(rubric=rubric), result=Result("m", "M", rows))


def test_nothing_hidden_is_touched_before_all_that_public_numbers_see_is_searched(grade, monkeypatch):
    """Otherwise code could take its time over hidden numbers, and so choose what is found on public ones."""
    done = []

    def search(grade, item, budget, numbers):
        done.append(f"search {item.id} on {numbers} numbers for {budget:.1f} s")
        return Searched(5, 5, (), (), 2.0, numbers)

    def confirmed(grade, item, searched, budget):
        done.append(f"ask hidden numbers of {item.id} for {budget:.1f} s")
        return RepairSearch(5, 5)

    monkeypatch.setattr(repair_grade, "search", search)
    monkeypatch.setattr(repair_grade, "confirmed", confirmed)
    repair_grade.repaired(grade)
    assert done == [
        "search 1.2 on public numbers for 2.4 s",
        "search 1.1 on hidden numbers for 1.2 s",
        "ask hidden numbers of 1.2 for 0.8 s",
        "ask hidden numbers of 1.1 for 0.8 s",
    ]


def test_a_fault_of_ours_costs_an_explanation_and_no_grade(grade, monkeypatch):
    monkeypatch.setattr(repair_grade, "search", lambda grade, item, budget, numbers: 1 / 0)
    result = repair_grade.repaired(grade)
    assert [row.repair for row in result.items] == [None, None]
    first, _ = result.notes_for("staff")
    assert first.startswith("the grader failed while it looked for a repair of 1.2; the grade stands:")
    assert result.notes_for("student") == ()
