"""Names that the reference does not have, a build that changes nothing unless it succeeds, and `make PARTS=1`."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from softmark.build import build, doctor, prove, rooms, shorter
from softmark.content.course import Course
from softmark.content.rescale import odd_ones, rescaled
from softmark.content.rubric import RubricError
from softmark.content.rubric_reader import rescaling_sentence
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
        Course.at(course).rubric  # noqa: B018
    path = course / "autograder" / "rubric.yaml"
    line = next(n for n, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "standardize" in text)
    assert str(told.value) == (
        f"{path}:{line}:13: items[2.1].names[#1]: the reference's scale.py has no standardize: did you mean "
        "standardise?"
    )


def test_every_command_says_it_and_not_a_grade(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(course, "names: [mean]", "names: [mean, median]")
    assert build.run(course, course / "dist", True, False) == 2
    assert "the reference's stats.py has no median" in capsys.readouterr().err
    assert not (course / "assignment").exists()
    assert doctor.run(course, course / "dist", measured=None) == 2


# --- equal points -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "total", "scaled", "odd"),
    [
        ([4, 4, 3], 100, [36.36, 36.36, 27.28], []),  # the spare hundredth goes to the one that is alone
        ([1, 1, 1], 100, [33.34, 33.33, 33.33], [0]),  # here somebody must have it
        ([3, 3, 5, 5, 5], 100, [14.29, 14.28, 23.81, 23.81, 23.81], [0]),
        ([0, 7, 7], 10, [0, 5, 5], []),
    ],
)
def test_equal_points_stay_equal(points: list[float], total: float, scaled: list[float], odd: list[int]) -> None:
    made = rescaled(points, total)
    assert made == scaled and round(sum(made), 2) == total and odd_ones(points, total) == odd
    for one, other in zip(points, made, strict=True):
        twins = {
            made[place] for place, value in enumerate(points) if value == one and place not in odd_ones(points, total)
        }
        assert len(twins) <= 1 and abs(other - one * total / sum(points)) < 0.0101


def test_the_build_says_how_the_last_hundredth_was_settled(course: Path) -> None:
    edit(course, "points: 6", "points: 4")
    edit(course, "total: 10", "total: 9.99\nrescale: true")
    told = rescaling_sentence(course / "autograder" / "rubric.yaml")
    assert told == "rescaled to 9.99; equal points stay equal, but for 0.01 more in 1.1, as the sum asks for it"
    assert [item.points for item in Course.at(course).rubric.items] == [5.0, 4.99]


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
    assert (
        build.run(course, course / "dist", True, False) == 2
    )  # the reference fails its own check while it is recorded
    assert files(course / "assignment") == before
    grader.write_text(grader.read_text(encoding="utf-8").replace("same(1 +", "same(", 1), encoding="utf-8")
    assert build.run(course, course / "dist", True, False) == 0
    assert b"Another mean" in files(course / "assignment")["public_tests/tasks.json"]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ("2", "PARTS=2: 2.1 builds on 1.1: take that part too, PARTS=1,2"),
        ("3", "PARTS=3: there is no part 3; there are 1, 2"),
        (" , ", "there is no part named; there are 1, 2"),
    ],
)
def test_parts_that_cannot_be_are_told(parts: str, said: str, course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build.run(course, course / "dist", False, True, parts) == 2
    assert said in capsys.readouterr().err and not (course / "dist").exists()


def test_a_shorter_course_keeps_words_that_other_readers_take_for_truth_values(course: Path, tmp_path: Path) -> None:
    rubric = course / "autograder" / "rubric.yaml"
    with rubric.open("a", encoding="utf-8") as stream:
        stream.write("feedback: {where_at_home: on}\n")
    whole = Course.at(course)
    made = Course.at(shorter.make(whole, course, ["1"], tmp_path / "parts"))
    assert made.rubric.feedback.where_at_home == "on"
    assert [item.id for item in made.rubric.items] == ["1.1"]
