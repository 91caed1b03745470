"""What the build worked out about known code counts only for what it was made from."""

import shutil
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.grading.version import fitting_recording
from tests.mini_course import COURSE, frozen


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("proved") / "course"
    shutil.copytree(COURSE, root)
    return frozen(root)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("graders/test_scaling.py", "draw(3, 1)", "draw(4, 1)"),
        ("reference/stats.py", "x.shape[-1]\n", "x.shape[-1] * 1.0\n"),
        ("wrong/stats.py", "- 1, 1", "- 2, 1"),
        (".salt", "", "x"),
    ],
)
def test_it_counts_only_for_what_it_was_made_from(proved: Path, tmp_path: Path, path: str, old: str, new: str) -> None:
    grader = shutil.copytree(proved, tmp_path / "grader")
    text = (grader / path).read_text(encoding="utf-8")
    assert old in text
    (grader / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert fitting_recording(Course.frozen(grader)) is None
