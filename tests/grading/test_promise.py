"""What handouts/guides/compatibility.md promises: what an earlier version wrote still opens, or is told."""

import json

from softmark.content.course import Course
from softmark.grading.result import Result, blank
from softmark.render import platforms
from tests.mini_course import COURSE


def test_a_grade_from_before_courses_without_a_handout_still_opens():
    data = json.loads(blank(Course.at(COURSE).rubric).to_json())
    assert data.pop("handout") is True
    assert Result.from_json(json.dumps(data)).handout is True


def test_every_platform_of_earlier_versions_is_there_or_has_a_successor():
    assert {"gradescope", "prairielearn", "autolab", "csv"} <= set(platforms.NAMES)
    assert "github-classroom" not in platforms.NAMES and "classroom-resources" in platforms.NAMES
