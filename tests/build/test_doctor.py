"""`softmark build --check`: ready to upload, or what is wrong and where."""

from __future__ import annotations

from datetime import datetime, timezone

from softmark.build import doctor
from softmark.build.measure import Measured
from softmark.content.course import Course
from softmark.content.rubric import Limits
from tests.mini_course import ROOT


def test_the_shipped_rubric_passes_without_a_warning_memory_included() -> None:
    """What a grade of the reference takes (under 300 MB, a few seconds) is measured by `softmark build --check`; with
    room to spare, the platform's default container holds it and everything that student code may take on top."""
    from softmark.build.doctor import Findings, _dates, _limits, _points, _visibility

    course = Course.at(ROOT)
    found = Findings(course)
    _points(found)
    _visibility(found)
    _dates(found, datetime(2026, 11, 1, tzinfo=timezone.utc))
    _limits(found)
    doctor.container(found, course.rubric, Measured(36.0, 6.0, 340, {}))
    assert [text for kind, text in found.said if kind != "good"] == []
    assert Limits().memory_mb == course.rubric.limits.memory_mb, "a rubric that says nothing has the same"
