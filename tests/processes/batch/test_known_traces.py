"""What known mistakes do is recorded when the assignment is built: a class takes it from there while it is true."""

import shutil
from dataclasses import replace

import pytest

from softmark.build import student_folder
from softmark.checks.trace import Trace
from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from softmark.running import recording
from softmark.running.collect import with_checks
from tests.mini_class import RIGHT, WRONG_AXIS, a_class, batch_here, grades
from tests.mini_course import COURSE, softmark


@pytest.fixture(scope="module")
def built_once(tmp_path_factory):
    folder = shutil.copytree(COURSE, tmp_path_factory.mktemp("built") / "course")
    course = Course.at(folder)
    student_folder.write(course, course.given_folder)
    return folder


@pytest.fixture
def built(built_once, tmp_path):
    """The miniature assignment with its students' folder."""
    return Course.at(shutil.copytree(built_once, tmp_path / "course"))


def batch(students, out, course):
    assert softmark("batch", students, "--out", out, "--course", course, "--workers", "1").returncode == 0


def named(out):
    return {
        who: {check.diagnosis for item in each.result.items for check in item.checks} - {None}
        for who, each in grades(out).items()
    }


def test_a_class_is_named_by_the_recording(built, tmp_path):
    students = a_class(tmp_path / "in", anna=RIGHT, ben=WRONG_AXIS)
    batch(students, tmp_path / "out", tmp_path / "course")
    assert named(tmp_path / "out") == {"anna": set(), "ben": {"mean.wrong_axis"}}

    path = student_folder.traces_for(built)
    kept = recording.read(path)
    passing = [replace(m, traces=dict.fromkeys(m.traces, Trace(True))) for m in kept.mistakes]
    recording.write(replace(kept, mistakes=passing), path)
    batch(students, tmp_path / "again", tmp_path / "course")
    assert named(tmp_path / "again")["ben"] == set(), "mistakes that pass everything explain nothing"


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ("\n# a remark\n", True),
        ("\nMORE = 1\n", False),
    ],
    ids=["a comment", "other code"],
)
def test_a_recording_that_no_longer_fits_is_not_used(built, change, fits):
    assert student_folder.traces_for(built) is not None
    path = next(built.mistakes_folder.rglob("*.py"))
    path.write_text(path.read_text(encoding="utf-8") + change, encoding="utf-8")
    now = Course.at(built.rubric_path.parents[1])
    assert (student_folder.traces_for(now) is not None) is fits


def test_without_a_students_folder_or_names_there_is_none(built):
    assert student_folder.traces_for(Course.at(COURSE)) is None
    text = built.rubric_path.read_text(encoding="utf-8")
    assert "feedback" not in text
    built.rubric_path.write_text(text + "feedback:\n  local_hints: category\n", encoding="utf-8")
    vague = Course.at(built.rubric_path.parents[1])
    student_folder.write(vague, vague.given_folder)
    assert student_folder.traces_for(vague) is None, "it holds kinds of mistakes, not their names"


def test_only_public_numbers_are_taken_from_it(built):
    told = Trace(False, ("as recorded",))

    def drive(checks):
        (check, *_), answer = checks.of("1.1"), built.known_mistakes[0]
        worlds = Worlds(built, checks, recorded={answer.name: {check.name: told}})
        assert worlds.trace(answer, check, built.rubric.public_key()) is told
        played = worlds.trace(answer, check, "other numbers")
        assert played != told and played == worlds.trace(answer, check, "other numbers")

    with_checks(built.graders, drive)


def test_a_known_mistake_that_is_no_python_is_told_before_anybody_is_graded(built, tmp_path):
    path = next(built.mistakes_folder.rglob("*.py"))
    path.write_text("def def\n", encoding="utf-8")
    done = batch_here(a_class(tmp_path / "in", anna=RIGHT), tmp_path / "out", course=tmp_path / "course")
    assert done.returncode == 2 and f"{path.name}:1: is not valid Python" in done.stderr
    assert "Traceback" not in done.stderr and grades(tmp_path / "out") == {}
