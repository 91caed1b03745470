"""Names that the reference does not have, and a build that changes nothing unless it succeeds."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from softmark.build import build, prove, ready, rooms
from softmark.checks.errors import GraderFault
from softmark.commands import cli
from softmark.content.course import Course
from softmark.content.yaml_places import RubricError
from tests.mini_course import COURSE


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The miniature in two parts: 1.1 the mean, 2.1 standard scores."""
    target = tmp_path / "course"
    shutil.copytree(COURSE, target)
    for path in target.rglob("*"):
        if path.suffix in (".py", ".yaml"):
            path.write_text(path.read_text(encoding="utf-8").replace("1.2", "2.1"), encoding="utf-8")
    return target


def edit(course: Path, old: str, new: str) -> None:
    path = course / "autograder" / "rubric.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- names --------------------------------------------------------------------------------------------------


def test_a_name_that_the_reference_does_not_have_is_refused_with_its_place(course: Path) -> None:
    edit(course, "names: [standardise]", "names: [standardize]")
    with pytest.raises(RubricError) as told:
        ready.hold(Course.at(course))
    path = course / "autograder" / "rubric.yaml"
    line = next(n for n, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "standardize" in text)
    assert str(told.value) == (
        f"{path}:{line}:13: items[2.1].names[#1]: the reference's scale.py has no standardize: did you mean "
        "standardise?"
    )


def test_every_command_says_it_and_not_a_grade(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(course, "names: [mean]", "names: [mean, median]")
    assert cli.main(["build", "--course", str(course), "--assignment-only"]) == 2
    assert "the reference's stats.py has no median" in capsys.readouterr().err
    assert not (course / "assignment").exists()


# --- nothing before everything ------------------------------------------------------------------------------


def test_a_build_that_fails_leaves_the_students_folder_alone(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rooms, "for_students", cache(rooms.for_students))  # the engine stays the same
    assert build.run(course, course / "dist", True, False) == 0
    before = files(course / "assignment")
    edit(course, "title: The mean", "title: Another mean")
    monkeypatch.setattr(prove, "run", lambda *paths: 1)
    assert build.run(course, course / "dist", False, True) == 1
    assert files(course / "assignment") == before and "assignment/: left as it was" in capsys.readouterr().err
    grader = course / "autograder" / "graders" / "test_scaling.py"
    grader.write_text(grader.read_text(encoding="utf-8").replace("same(", "same(1 +", 1), encoding="utf-8")
    with pytest.raises(GraderFault):  # the reference fails its own check while it is recorded
        build.run(course, course / "dist", True, False)
    assert files(course / "assignment") == before
    grader.write_text(grader.read_text(encoding="utf-8").replace("same(1 +", "same(", 1), encoding="utf-8")
    assert build.run(course, course / "dist", True, False) == 0
    assert b"Another mean" in files(course / "assignment")["public_tests/tasks.json"]
