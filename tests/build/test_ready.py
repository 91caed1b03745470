"""What is not ready to be built stops the build, all of it at once, with file and line; what may be meant is said."""

from __future__ import annotations

import shutil
from datetime import datetime, timezone
from pathlib import Path

import pytest

from softmark.build import prove, ready
from softmark.commands import cli
from softmark.content.course import Course
from softmark.content.rubric import Limits
from tests.mini_course import COURSE, ROOT

NOW = datetime(2026, 11, 1, tzinfo=timezone.utc)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return Path(shutil.copytree(COURSE, tmp_path / "course"))


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def line(path: Path, start: str) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return f"{path}:{next(number for number, each in enumerate(lines, 1) if each.strip().startswith(start))}:"


def test_everything_that_must_be_right_is_said_at_once(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rubric = course / "autograder" / "rubric.yaml"
    edit(rubric, ("files:", "given: [plots.py]\nfiles:"))
    edit(course / "autograder" / "graders" / "test_scaling.py", ('@number("1.2")', '@number("1.1")'))
    (course / "solutions" / "reference" / "scale.py").unlink()
    assert cli.main(["build", "--course", str(course), "--assignment-only"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [said.partition(" ")[2] for said in told] == [
        f"given[#1]: there is no {course / 'assignment' / 'plots.py'}",
        f"files[#2]: students write scale.py, and {course / 'solutions' / 'reference' / 'scale.py'} is missing",
        "items[1.2]: no grader checks this task",
    ]
    assert [told[0].startswith(line(rubric, "given:")), told[1].startswith(line(rubric, "files:"))] == [True, True]


def test_a_reference_without_marks_would_give_the_answer_away(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = course / "solutions" / "reference" / "stats.py"
    kept = [row for row in path.read_text(encoding="utf-8").splitlines() if "SOLUTION" not in row]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert cli.main(["build", "--course", str(course), "--assignment-only"]) == 2
    assert f"files[#1]: students would get the answer: mark it in {path} (# BEGIN SOLUTION)" in capsys.readouterr().err


def test_what_may_be_meant_is_said_with_its_place(course: Path) -> None:
    rubric = course / "autograder" / "rubric.yaml"
    edit(
        rubric,
        ("points: 4", "points: 0"),
        ("total: 10", "total: 6"),
        ("grade_seconds: 60", "grade_seconds: 110\nlate: {closed: zero}\ndates: {due: 2026-10-01 23:59 -08:00}"),
    )
    (course / "autograder" / ".salt").chmod(0o644)
    (course / "assignment").mkdir()
    (course / "assignment" / "README.md").write_text("Write `stats.py`.\n", encoding="utf-8")
    said = ready.worth_a_look(Course.at(course), NOW)
    expected = [
        f"{line(rubric, 'points: 0')}13: items[1.1].points: is worth 0 points: students see it, but it cannot change a",
        f"{line(rubric, 'grade_seconds:')}18: limits.grade_seconds: on the clock a grade may take five times as long",
        f"{line(rubric, 'dates:')}14: dates.due: 1 Oct 2026 23:59 (UTC−8) is over",
        f"{line(rubric, 'late:')}16: late.closed: needs a late due date",
        f"{course / 'assignment'}: has no requirements.txt, which check.py and students look for",
        f"{course / 'autograder' / '.salt'}: other users of this machine can read it: chmod 600",
    ]
    assert len(said) == len(expected)
    assert all(text.startswith(start) for text, start in zip(said, expected, strict=True)), said


def test_the_real_course_is_ready_and_nothing_in_it_is_worth_a_look() -> None:
    course = Course.at(ROOT)
    ready.hold(course)
    assert [said for said in ready.worth_a_look(course, NOW) if "chmod" not in said] == []


@pytest.mark.parametrize(
    ("memory", "cpu", "says"),
    [
        (384, 4.0, "a grade takes 7.0 s of processor time: Gradescope's default container will do (about 14 s)"),
        (600, 7.0, "Gradescope's settings need a larger container"),
        (384, 140.0, "a grade takes 143.0 s of processor time: Gradescope's settings need a larger container"),
    ],
)
def test_the_container_has_room_for_a_grade_and_for_what_student_code_may_take(
    memory: int, cpu: float, says: str
) -> None:
    assert says in prove._cost(cpu, Limits(memory_mb=memory))
