"""The audit holds shown lines against those that an arrow marks in the known mistakes themselves."""

from __future__ import annotations

from softmark.build.audit import Audit
from softmark.build.audit_lines import figures, held, page
from softmark.build.judged import Judged
from softmark.content.course import Course
from tests.mini_course import COURSE, ROOT


def judged(name: str, *places: tuple[str, int], followed: bool = True, silent: str = "") -> Judged:
    names, lost = (name,), ("1.2",)
    return Judged(names, lost, lost, names, lost, places=places, followed=followed, silent=silent)


def test_exact_lines_and_those_beside_them_are_counted_apart() -> None:
    course = Course.at(ROOT)
    text = course.laid_over(next(answer for answer in course.known_mistakes if answer.name == "scale.missing"))
    line = text["attention.py"].splitlines().index("    return q @ k.transpose(-2, -1)") + 1
    wrong = (
        judged("scale.missing", ("attention.py", line)),
        judged("scale.missing", ("attention.py", line - 1)),
        judged("scale.multiplied", ("attention.py", 1)),
        judged("scale.by_d_k", silent="several lines"),
        judged("scale.hard_coded", followed=False, silent="it raises"),
    )
    found = held(course, Audit(wrong, (), ()))
    assert figures(found) == [
        "lines shown, compared with the marked ones",
        "  where values can be followed: right 2 of 4 (50.0%; exact 1, one line off 1), wrong 1, silent 1",
        "    silent: 1 several lines",
        "  where they cannot: right 0 of 1 (0.0%; exact 0, one line off 0), wrong 0, silent 1",
        "    silent: 1 it raises",
    ]
    told = page(found)
    assert "1 of 5 known mistakes are shown at another line" in told
    assert "scale.multiplied" in told and "shown:  attention.py line 1 |" in told and "scale.by_d_k" not in told


def test_a_course_without_arrows_has_no_figures() -> None:
    found = held(Course.at(COURSE), Audit((judged("mean.off_by_one", ("stats.py", 4)),), (), ()))
    assert found == [] and figures(found) == []
