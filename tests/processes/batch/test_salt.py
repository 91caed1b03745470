"""Commands refuse a missing salt, and grades of another one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from tests.content.test_salt import softmark
from tests.mini_class import batch_here
from tests.mini_course import COURSE, submit
from tests.mini_course import softmark as typed


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return Path(shutil.copytree(COURSE, tmp_path / "course"))


def test_a_missing_or_a_short_one_is_told_and_not_replaced(course: Path) -> None:
    path = course / "autograder" / ".salt"
    path.write_text("autumn-2026\n", encoding="utf-8")
    with pytest.raises(GraderFault, match="holds 11 characters, which can be guessed: delete it and run `make`"):
        Course.at(course).hidden_key()
    path.unlink()
    done = typed("grade", submit(course / "mine"), "--course", course, "--out", course / "out")
    assert done.returncode == 2
    assert done.stderr.startswith(f"{path} is missing, and with it the hidden numbers: get it from whoever keeps it")
    assert not path.exists()


def test_batch_explain_and_compare_refuse_the_grades_of_another_salt(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = submit(tmp_path / "class" / "ada")
    old, new = tmp_path / "old", tmp_path / "new"
    assert batch_here(work.parent, old, course=course).returncode == 0
    (course / "autograder" / ".salt").unlink()
    softmark("salt", "--course", course)
    assert batch_here(work.parent, new, course=course).returncode == 0
    for words in (
        ("batch", work.parent, "--out", old, "--course", course),
        ("compare", old, new),
    ):
        assert softmark(*words) == 2, words
        assert f"{old} was graded with another salt (its fingerprint is" in capsys.readouterr().err
    done = typed("explain", work, "1.1", "--class", old, "--course", course, "--out", tmp_path / "x")
    assert done.returncode == 2 and f"{old} was graded with another salt (its fingerprint is" in done.stderr
