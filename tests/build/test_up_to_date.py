"""What was made and still fits is not made again; whatever has changed is noticed, and said."""

import shutil
from pathlib import Path

import pytest

from softmark.build import build
from tests.mini_course import COURSE, frozen


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = tmp_path_factory.mktemp("made") / "course"
    shutil.copytree(COURSE, course)
    assert build.run(course, course / "dist", assignment_only=False, proof=False) == 0
    return course


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "course"))


def built(course: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert build.run(course, course / "dist", assignment_only=False, proof=False) == 0
    return capsys.readouterr().out


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_nothing_is_made_twice_and_nothing_is_said_before_a_grade(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "nothing has changed since these zips were made\n" in built(course, capsys)
    frozen(course)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("file", "old", "new", "work"),
    [
        ("autograder/rubric.yaml", "\n", "\n# a remark\n", "writing it"),
        ("dist/autograder/rubric.json", '"points": 4.0', '"points": 5.0', "writing it"),
        ("autograder/graders/test_scaling.py", "draw(3, 1)", "draw(4, 1)", "recording the reference and the known"),
    ],
)
def test_before_a_grade_one_line_says_what_is_made_again(
    course: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, work: str
) -> None:
    before = (course / "dist/autograder/rubric.json").read_bytes()
    edited(course / file, old, new)
    folder = frozen(course)
    assert capsys.readouterr().err.startswith(f"{folder} no longer fits its sources: {work}")
    assert (folder / "rubric.json").read_bytes() == before
    frozen(course)
    assert capsys.readouterr().err == ""


def test_a_zip_that_somebody_changed_is_made_again(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = course / "dist" / "autograder.zip"
    right = path.read_bytes()
    path.write_bytes(right + b"x")
    assert "nothing has changed" not in built(course, capsys)
    assert path.read_bytes() == right
