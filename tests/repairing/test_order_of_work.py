"""In which order a grade's wrong tasks are looked at, and what becomes of a fault of ours on the way."""

from types import SimpleNamespace

import pytest

from softmark.content.rubric import Repairs
from softmark.grading.result import ItemResult, RepairSearch, Result
from softmark.repairing import repair_grade
from softmark.repairing.search import Searched

ITEMS = (SimpleNamespace(id="1.1", names=("mean",)), SimpleNamespace(id="1.2", names=("scale",)))


@pytest.fixture
def grade(monkeypatch):
    monkeypatch.setattr(repair_grade, "can_be_looked_for", lambda grade, item: True)
    rubric = SimpleNamespace(items=ITEMS, repairs=Repairs(task_seconds=3, grade_seconds=4))
    rows = tuple(ItemResult(item.id, "A task", 4.0, 0.0, "failed") for item in ITEMS)
    return SimpleNamespace(course=SimpleNamespace(rubric=rubric), result=Result("m", "M", rows))


def test_hidden_numbers_are_asked_when_all_searches_are_over(grade, monkeypatch):
    """Otherwise code could take its time over hidden numbers, and so choose what is found on public ones."""
    done = []

    def search(grade, item, budget):
        done.append(f"search {item.id} for {budget:.1f} s")
        return Searched(5, 5, (), (), 2.0)

    def confirmed(grade, item, searched, budget):
        done.append(f"ask hidden numbers of {item.id} for {budget:.1f} s")
        return RepairSearch(5, 5)

    monkeypatch.setattr(repair_grade, "search", search)
    monkeypatch.setattr(repair_grade, "confirmed", confirmed)
    repair_grade.repaired(grade)
    assert done == [
        "search 1.1 for 2.4 s",
        "search 1.2 for 1.2 s",
        "ask hidden numbers of 1.1 for 1.0 s",
        "ask hidden numbers of 1.2 for 1.0 s",
    ]


def test_a_fault_of_ours_costs_an_explanation_and_no_grade(grade, monkeypatch):
    monkeypatch.setattr(repair_grade, "search", lambda grade, item, budget: 1 / 0)
    result = repair_grade.repaired(grade)
    assert [row.repair for row in result.items] == [None, None]
    first, _ = result.notes_for("staff")
    assert first.startswith("the grader failed while it looked for a repair of 1.1; the grade stands:")
    assert result.notes_for("student") == ()
