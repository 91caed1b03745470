"""The audit holds shown lines against marked ones; the marks are lines of the known mistakes themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from softmark.build.audit import Audit, Judged
from softmark.build.audit_lines import figures, held, marks, page, wrong_lines
from softmark.content.course import Course
from softmark.content.splice import as_files
from tests.mini_course import ROOT


@pytest.fixture(scope="module")
def course() -> Course:
    return Course.at(ROOT)


@pytest.mark.slow  # it tests what the audit holds shown lines against
def test_every_mark_is_one_line_of_its_mistake(course: Course) -> None:
    answers = {answer.name: answer for answer in course.known_mistakes}
    for name, marked in marks(course).items():
        assert name in answers, f"{name} is marked, and no known mistake is called so"
        file = f"{answers[name].overlay.module}.py"
        found = wrong_lines(as_files(course.reference, answers[name])[file], answers[name], marked)
        assert len(found) == len(set(marked)), f"{name}: {marked} should be lines of it, once each"


def judged(name: str, *places: tuple[str, int], named: bool = True, followed: bool = True, silent: str = "") -> Judged:
    names, lost = (name,), ("1.2",)
    return Judged(names, lost, lost, names if named else (), lost, 0.1, places=places, followed=followed, silent=silent)


def test_right_wrong_and_silent_are_counted_for_named_and_unnamed_answers(course: Course) -> None:
    text = as_files(course.reference, next(a for a in course.known_mistakes if a.name == "scale.missing"))
    line = text["attention.py"].splitlines().index("    return q @ k.transpose(-2, -1)") + 1
    wrong = (
        judged("scale.missing", ("attention.py", line)),
        judged("scale.multiplied", ("attention.py", 1)),
        judged("scale.by_d_k", named=False, silent="several lines"),
        judged("scale.hard_coded", followed=False, silent="it raises"),
    )
    found = held(course, Audit(wrong, (), ()))
    assert figures(found) == [
        "lines shown, compared with the marked ones, where values can be followed",
        "  of named answers:          right 1 (50.0%), wrong 1 (50.0%), silent 0 (0.0%)",
        "  of unnamed answers:        right 0 (0.0%), wrong 0 (0.0%), silent 1 (100.0%)",
        "  where none is followed:    right 0, wrong 0, silent 1",
        "  silent, followed:          1 several lines",
        "  silent, not followed:      1 it raises",
    ]
    told = page(found)
    assert "1 of 4 known mistakes are shown at another line" in told
    assert "scale.multiplied" in told and "shown:  attention.py line 1 |" in told and "scale.by_d_k" not in told


def test_a_course_without_marks_has_no_figures(tmp_path: Path) -> None:
    assert figures([]) == [] and marks(Course.at(ROOT / "tests" / "mini")) == {}
