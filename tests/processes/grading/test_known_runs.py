"""What the build worked out about known code saves work, and changes nothing that anybody reads."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.checks.trace import Trace
from softmark.classes.pool import grade_all
from softmark.content.course import Course
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.grading.version import known_runs
from softmark.render import sentences
from softmark.running import recording
from tests.mini_course import COURSE, RIGHT, frozen
from tests.policy.platform import graded
from tests.processes.grading.test_one_score import CLASS, said


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("proved") / "course"
    shutil.copytree(COURSE, root)
    return frozen(root)


def copy_of(grader: Path, folder: Path) -> Path:
    shutil.copytree(grader, folder / "grader")
    return folder / "grader"


def together(grader: Path, names: list[str]) -> dict[str, Result]:
    jobs = [GradingJob(name, {**RIGHT, **CLASS[name]}) for name in names]
    return {done.name: Result.from_json(done.text) for done in grade_all(grader, iter(jobs), size=1)}


@pytest.mark.slow
def test_with_it_and_without_it_a_class_gets_the_same(proved: Path, tmp_path: Path) -> None:
    without = copy_of(proved, tmp_path)
    Course.frozen(without).hidden_recording_path.unlink()
    assert known_runs(Course.frozen(proved)) is not None and known_runs(Course.frozen(without)) is None
    fast, slow = together(proved, list(CLASS)), together(without, list(CLASS))
    assert {name: said(result) for name, result in fast.items()} == {name: said(slow[name]) for name in fast}


def test_it_is_what_answers_are_compared_with(proved: Path, tmp_path: Path) -> None:
    """Seen by a file that lies: a right answer is wrong by it, alone and in a class; and mistakes lose their names."""
    course = Course.frozen(copy_of(proved, tmp_path))
    made = recording.read(course.hidden_recording_path)
    for replies in made.replies.values():
        for reply in replies:
            reply["value"] = reply["value"] + 1.0
    made.mistakes = [replace(m, traces=dict.fromkeys(m.traces, Trace(True))) for m in made.mistakes]
    made.asked = {}
    recording.write(made, course.hidden_recording_path, slim=False)
    found = together(tmp_path / "grader", ["right", "a known mistake"])
    assert found["right"].item("1.1").score < 4
    assert not sentences.diagnoses(found["a known mistake"].item("1.1"))
    (tmp_path / "right").mkdir()
    for name, text in RIGHT.items():
        (tmp_path / "right" / name).write_text(text, encoding="utf-8")
    graded(tmp_path / "out", tmp_path / "grader", tmp_path / "right")
    alone = Result.from_json((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert alone.item("1.1").score < 4


@pytest.mark.parametrize("bits", ["as the reference's", "other ones"])
def test_who_replies_bit_for_bit_as_the_reference_has_passed(proved: Path, tmp_path: Path, bits: str) -> None:
    """Seen by a file that lies about what is right: a check that runs would fail on it."""
    course = Course.frozen(copy_of(proved, tmp_path))
    made = recording.read(course.hidden_recording_path)
    assert {place.partition(":")[0] for place in made.asked} == {"public", "hidden"}
    for replies in made.replies.values():
        for reply in replies:
            reply["value"] = reply["value"] + 1.0
    if bits == "other ones":
        made.asked = {at: [e._replace(replies=bytes(32)) for e in asked] for at, asked in made.asked.items()}
    recording.write(made, course.hidden_recording_path, slim=False)
    (tmp_path / "right").mkdir()
    for name, text in RIGHT.items():
        (tmp_path / "right" / name).write_text(text, encoding="utf-8")
    graded(tmp_path / "out", tmp_path / "grader", tmp_path / "right")
    alone = Result.from_json((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    in_a_class = together(tmp_path / "grader", ["right"])["right"]
    for result in (alone, in_a_class):
        assert (result.item("1.1").score == 4) == (bits == "as the reference's")


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
    course = copy_of(proved, tmp_path)
    text = (course / path).read_text(encoding="utf-8")
    assert old in text
    (course / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert known_runs(Course.frozen(course)) is None
