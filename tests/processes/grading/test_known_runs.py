"""What the build worked out about known code counts only for what it was made from."""

import shutil
from pathlib import Path

import pytest

from softmark.build import prove_salt
from softmark.content.course import Course
from softmark.grading.version import known_runs
from tests.mini_course import COURSE


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("proved") / "course"
    shutil.copytree(COURSE, root)
    prove_salt.prove(Course.at(root))
    return root


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("autograder/graders/test_scaling.py", "draw(3, 1)", "draw(4, 1)"),
        ("solutions/reference/stats.py", "x.shape[-1]\n", "x.shape[-1] * 1.0\n"),
        ("solutions/wrong/stats.py", "- 1, 1", "- 2, 1"),
        ("autograder/.salt", "", "x"),
    ],
)
def test_it_counts_only_for_what_it_was_made_from(proved: Path, tmp_path: Path, path: str, old: str, new: str) -> None:
    course = shutil.copytree(proved, tmp_path / "course")
    text = (course / path).read_text(encoding="utf-8")
    assert old in text
    (course / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    (course / "autograder" / "rubric.json").unlink(missing_ok=True)
    assert known_runs(Course.at(course)) is None
