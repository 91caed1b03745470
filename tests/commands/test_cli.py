"""What a launcher imports before it forks: the packages that the rubric names, however it is written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.content.framework import preload
from tests.mini_course import COURSE


@pytest.mark.parametrize(
    ("written", "packages"),
    [
        ("framework: torch", ["numpy", "torch"]),
        ('framework: "torch"', ["numpy", "torch"]),
        ("framework: 'torch'  # quoted", ["numpy", "torch"]),
        ("framework:\n  torch", ["numpy", "torch"]),
        ("framework: numpy", ["numpy"]),
        ("framework: [torch", ["numpy"]),
        ("", ["numpy"]),
    ],
)
def test_what_is_preloaded_is_what_the_rubric_says_however_it_is_written(
    tmp_path: Path, written: str, packages: list[str]
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    rubric = course / "autograder" / "rubric.yaml"
    text = re.sub(r"(?m)^framework:.*$", lambda _: written, rubric.read_text(encoding="utf-8"))
    rubric.write_text(text, encoding="utf-8")
    assert preload(course) == packages


def test_no_course_has_nothing_to_preload(tmp_path: Path) -> None:
    with pytest.raises(GraderFault, match=r"there is no rubric\.yaml"):
        preload(tmp_path)
