"""What is graded is what the stub says: every check quotes a sentence of its own task."""

import pytest

from softmark.content.course import Course
from softmark.content.graded_sentences import graded, misquoted
from softmark.running.collect import with_checks
from tests.mini_course import COURSE, ROOT

REAL = Course.at(ROOT)
REMARKS = {
    "Only the α they lead to is judged, so many answers are right.",
    "Where several words tie for the top_k-th place, or for the largest logit, either choice is right.",
    "The weights are used as `nn.Linear` uses them, x Wᵀ, and the scores are divided by √2, as `attend` does.",
}
"""Entries that promise freedom or say how something is measured: no check of their own can hold them."""


def collected(course):
    kept = []
    with_checks(course.graders, lambda checks: kept.extend(checks))
    return kept


@pytest.mark.parametrize("course", [Course.at(COURSE), REAL], ids=["mini", "the assignment"])
def test_every_check_quotes_a_sentence_of_its_own_tasks_graded_list(course):
    checks = collected(course)
    assert [check.name for check in checks if not check.quotes] == []
    assert misquoted(course, checks) == []


def test_every_entry_of_every_graded_list_is_checked():
    quoted = {}
    for check in collected(REAL):
        quoted.setdefault(check.item, set()).add(check.sentence)
    idle = [
        (item.id, entry)
        for item in REAL.rubric.items
        for entry in graded(REAL, item.id)
        if entry not in REMARKS and not any(quote in entry for quote in quoted[item.id])
    ]
    assert idle == []


def test_a_quote_that_the_stub_does_not_say_is_told_with_its_check(tmp_path):
    text = (COURSE / "autograder/graders/test_scaling.py").read_text(encoding="utf-8")
    (tmp_path / "test_scaling.py").write_text(text.replace("x is not changed.", "x is kept."), encoding="utf-8")
    said = []
    with_checks(tmp_path, lambda checks: said.extend(misquoted(Course.at(COURSE), checks)))
    assert len(said) == 1
    assert said[0].startswith("TestMean.test_input_kept rests on “x is kept.”, which the Graded list of task 1.1 does")


@pytest.mark.parametrize("half", ["The sum over the last axis", "divided by its length.", "One column works"])
def test_half_a_sentence_is_no_quote(tmp_path, half):
    text = (COURSE / "autograder/graders/test_scaling.py").read_text(encoding="utf-8")
    (tmp_path / "test_scaling.py").write_text(text.replace("x is not changed.", half), encoding="utf-8")
    said = []
    with_checks(tmp_path, lambda checks: said.extend(misquoted(Course.at(COURSE), checks)))
    assert len(said) == 1


def test_one_sentence_of_an_entry_with_several_is_a_quote():
    mini = Course.at(COURSE)
    assert graded(mini, "1.2") == (
        "Every row has mean 0 and spread 1. Numbers far from 0 give the same scores as numbers near it.",
    )
    assert misquoted(mini, collected(mini)) == []
