"""The version of a grader: the same wherever it lies, another as soon as anything can change a score."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from softmark.build import zips
from softmark.content.course import Course
from softmark.policy.version import autograder_version, texts_version
from tests.mini_course import COURSE


def test_the_repository_and_its_zip_are_one_version(tmp_path: Path) -> None:
    for name, data in zips.autograder(Course.at(COURSE)).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "graders" / "__pycache__").mkdir()
    assert autograder_version(Course.at(tmp_path)) == autograder_version(Course.at(COURSE))


@pytest.mark.parametrize(
    "path",
    [
        "autograder/rubric.yaml",
        "autograder/graders/test_scaling.py",
        "solutions/reference/stats.py",
    ],
)
def test_any_change_is_another_version(tmp_path: Path, path: str) -> None:
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    before = autograder_version(Course.at(root))
    (root / path).write_text((root / path).read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert autograder_version(Course.at(root)) != before


def test_a_mistake_that_gets_a_name_changes_what_is_told_and_nobodys_points(tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    before, words = autograder_version(Course.at(root)), texts_version(Course.at(root))
    path = root / "solutions/misconceptions/mean_off_by_one.py"
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert autograder_version(Course.at(root)) == before
    assert texts_version(Course.at(root)) != words
