"""The version of a grader: the same wherever it lies, another as soon as anything can change a score."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.grading.version import autograder_version, texts_version
from tests.mini_course import COURSE, frozen


def test_the_repository_and_its_frozen_grader_are_one_version(tmp_path: Path) -> None:
    root = shutil.copytree(COURSE, tmp_path / "course")
    folder = frozen(root)
    (folder / "graders" / "__pycache__").mkdir()
    assert autograder_version(Course.frozen(folder)) == autograder_version(Course.at(root))


def test_who_edits_a_frozen_grader_has_another_one(tmp_path: Path) -> None:
    root = shutil.copytree(COURSE, tmp_path / "course")
    folder = frozen(root)
    before = autograder_version(Course.frozen(folder))
    text = (folder / "rubric.json").read_text(encoding="utf-8")
    assert '"points": 4.0' in text
    (folder / "rubric.json").write_text(text.replace('"points": 4.0', '"points": 5.0', 1), encoding="utf-8")
    assert autograder_version(Course.frozen(folder)) != before
    assert autograder_version(Course.frozen(frozen(root))) == before  # in a repository it is made anew


SCALING = "autograder/graders/test_scaling.py"
STATS = "solutions/reference/stats.py"
RUBRIC = "autograder/rubric.yaml"


def edited(folder: Path, path: str, old: str, new: str) -> tuple[str, str]:
    """The version of the miniature's grader, before one edit and after it."""
    root = folder / "course"
    shutil.copytree(COURSE, root)
    before = autograder_version(Course.at(root))
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    return before, autograder_version(Course.at(root))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (RUBRIC, "\n", "\n# a remark\n"),
        (RUBRIC, "\nitems:", "\nlate: {per: day, percent: 5}\ndates: {due: 2026-11-14 23:59 -08:00}\nitems:"),
    ],
)
def test_remarks_dates_and_late_work_leave_every_grade_valid(tmp_path: Path, path: str, old: str, new: str) -> None:
    before, after = edited(tmp_path, path, old, new)
    assert before == after


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (SCALING, "draw.sizes(2", "draw.sizes(3"),
        (SCALING, 'number("1.1")', 'number("1.2")'),
        (STATS, "sum(", "mean("),
        (RUBRIC, "term: ", "term: another-"),
    ],
)
def test_what_decides_points_is_another_version(tmp_path: Path, path: str, old: str, new: str) -> None:
    before, after = edited(tmp_path, path, old, new)
    assert before != after


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Take a row of equal numbers", "Take a row of ones"),
        ("The sum is divided", "Your sum is divided"),
        ("mean.off_by_one: ", "mean.one_less: "),
        ("what must their mean be?\n", "what must their mean be?\n    Section: 1.2\n"),
        ("- 1, 1)", "- 2, 1)"),
        ("- 1, 1)", "- 1, 1)  # ←"),
    ],
)
def test_a_known_mistake_in_other_words_changes_what_is_told_and_nobodys_points(
    tmp_path: Path, old: str, new: str
) -> None:
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    before, words = autograder_version(Course.at(root)), texts_version(Course.at(root))
    path = root / "solutions" / "wrong" / "stats.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert autograder_version(Course.at(root)) == before
    assert texts_version(Course.at(root)) != words


def test_a_right_answer_more_changes_neither(tmp_path: Path) -> None:
    """It serves the audit and the lines; no grade reads it."""
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    before = autograder_version(Course.at(root)), texts_version(Course.at(root))
    (root / "solutions" / "right" / "scale.py").unlink()
    assert (autograder_version(Course.at(root)), texts_version(Course.at(root))) == before
