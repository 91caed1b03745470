"""AGENTS.md tells an assistant the course's rule, what it may explain, what it leaves to the student, what to run."""

from dataclasses import replace

from softmark.build import agents
from softmark.content.course import Course
from tests.mini_course import ROOT

RUBRIC = Course.at(ROOT).rubric


def test_it_names_every_function_that_students_write():
    text = agents.text(RUBRIC)
    assert all(f"`{name}` ({item.id})" in text for item in RUBRIC.items for name in item.names)
    assert len(text.splitlines()) <= 40


def test_the_rule_of_the_course_stands_in_it():
    own = replace(RUBRIC, handout=replace(RUBRIC.handout, ai="Do not use AI tools here."))
    assert "\n\nDo not use AI tools here.\n\n" in agents.text(own)
    silent = replace(RUBRIC, handout=replace(RUBRIC.handout, ai=None))
    assert "ask the student what it says" in agents.text(silent)


def test_a_course_without_a_framework_speaks_of_none():
    text = agents.text(replace(RUBRIC, framework="python", title="Sums"))
    assert "PyTorch" not in text
    assert "graded homework: Sums." in text
