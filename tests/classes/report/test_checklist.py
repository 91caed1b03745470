"""`softmark term`: where a class stands after the deadline, from the first batch to the last upload."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Graded, PlatformRecord
from softmark.classes.journal import Journal
from softmark.classes.report import checklist, integrity
from softmark.content.course import Course
from softmark.content.rubric import Rubric
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_command import softmark
from tests.mini_course import COURSE

HERE = PlatformRecord(score=10, earned=10, autograder="v1")
DUE = "2026-11-14T23:59:00+00:00"
AFTER = datetime(2026, 11, 20, tzinfo=timezone.utc)
BEFORE = datetime(2026, 11, 10, tzinfo=timezone.utc)


def student(number: int, name: str, scores: tuple[float, ...]) -> Graded:
    one = by_hand(f"submission_{number}", scores, name=name, sid=str(number), section="A")
    entry = replace(one.entry, created_at="2026-11-14T20:00:00+00:00", due=DUE, recorded=HERE)
    return replace(one, entry=entry, autograder="v1", finished_at="2026-11-16T08:00:00+00:00")


ADA, ALAN = student(11, "Ada Lovelace", (4, 6)), student(22, "Alan Turing", (0, 6))


@pytest.fixture
def rubric() -> Rubric:
    return Course.at(COURSE).rubric


@pytest.fixture
def out(tmp_path: Path, rubric: Rubric) -> Path:
    """Ada and Alan handed in; only Ada is graded."""
    with Journal.open(tmp_path / "out", "mini") as journal:
        journal.enlist([ADA.entry, ALAN.entry], rubric)
        journal.record(ADA)
    return tmp_path / "out"


def grade(out: Path, *graded: Graded, entries: Sequence[Entry] = (ADA.entry, ALAN.entry)) -> None:
    with Journal.open(out, "mini") as journal:
        journal.enlist(list(entries))
        for one in graded:
            journal.record(one)


def compared(out: Path, *seen: str) -> None:
    """As `softmark similar` leaves it: one pair for each word, empty where nobody has read it."""
    pairs = [{"pair": "p", "score": 1, "submissions": [], "stretches": 1, "seen": word} for word in seen]
    digest = integrity.class_digest([ADA.entry, ALAN.entry])
    (out / integrity.SIMILARITY).write_text(json.dumps({"compared": digest, "pairs": pairs}), encoding="utf-8")


def listed(out: Path, now: datetime = AFTER) -> dict[str, tuple[str, str]]:
    return {step.name: (step.state, step.says) for step in checklist.steps(out, None, now)}


def test_while_somebody_may_hand_in_the_list_says_who_and_until_when(out: Path) -> None:
    state, says = listed(out, BEFORE)["dates"]
    assert state == "open" and "Ada Lovelace, Alan Turing" in says and "14 Nov 2026 23:59" in says
    assert listed(out)["dates"][0] == "done"


def test_a_class_that_is_not_graded_to_the_end(out: Path) -> None:
    steps = listed(out)
    assert steps["grading"] == ("open", "1 of 2 are not graded yet")
    assert steps["grade files"] == ("open", "held back until the steps above are settled")
    grade(out, ALAN)
    assert listed(out)["grading"] == ("done", "2 of 2 are graded")


def test_grades_from_before_the_last_date_are_of_an_old_export(out: Path) -> None:
    early = [replace(one, finished_at="2026-11-13T08:00:00+00:00") for one in (ADA, ALAN)]
    grade(out, *early)
    assert listed(out)["export"] == ("open", "2 submissions, all graded before the last date had passed")


def test_the_platform_has_another_grader_until_everybody_is_regraded_there(out: Path) -> None:
    grade(out, replace(ALAN, autograder="v2"))
    assert listed(out)["platform"] == ("open", "1 of 2 were graded there by another version of the grader")
    grade(out, ALAN)
    assert listed(out)["platform"][0] == "done"


def test_the_platform_has_told_students_little_until_everybody_is_regraded_after_the_deadline(out: Path) -> None:
    early = replace(ALAN, entry=replace(ALAN.entry, recorded=replace(HERE, complete=False)))
    grade(out, early, entries=[ADA.entry, early.entry])
    assert listed(out)["platform"] == (
        "open",
        "1 of 2 were graded there before the deadline: a regrade shows students the names of known mistakes and what "
        "only hidden numbers show",
    )


def test_overrides_that_the_platform_does_not_have_and_requests_that_wait(out: Path) -> None:
    grade(out, ALAN)
    (out / "overrides.csv").write_text(
        "student,item,points,note_staff,note_student,who,when\n22,1.1,4,,,Sam,2026-11-17\n", encoding="utf-8"
    )
    (out / "requests.csv").write_text(
        "student,item,request,decided,who,when\n22,1.1,Why?,4 points,Sam,2026-11-17\n11,1.2,And mine?,,,\n",
        encoding="utf-8",
    )
    steps = listed(out)
    assert steps["overrides"] == ("open", "1 apply here; the platform does not have those of 1")
    assert steps["requests"] == ("open", "1 of 2 wait: 11")


def test_pairs_that_nobody_has_read(out: Path) -> None:
    grade(out, ALAN)
    assert listed(out)["similarity"] == ("open", "submissions have not been compared")
    compared(out, "", "2026-11-17")
    assert listed(out)["similarity"] == ("open", "1 of 2 pairs are not marked as read")
    compared(out, "2026-11-17", "2026-11-17")
    assert listed(out)["similarity"][0] == "done"
    again = replace(ADA.entry, created_at="2026-11-14T21:00:00+00:00")
    with Journal.open(out, "mini") as journal:
        journal.enlist([again, ALAN.entry])
    assert listed(out)["similarity"] == ("open", "the class has changed since submissions were compared")


def test_to_the_end_and_one_more_change(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grade(out, ALAN)
    compared(out)
    assert listed(out)["grade files"] == ("open", "not written yet")
    assert softmark("report", out) == 0
    assert listed(out)["grade files"][0] == "done"
    assert listed(out)["upload"] == ("open", "no file is marked as uploaded")
    capsys.readouterr()
    assert softmark("term", out, "--uploaded", "grades/plain.csv") == 0
    said = capsys.readouterr().out
    assert "✓ upload" in said and "plain.csv, on" in said and said.endswith("everything is done\n")

    grade(out, student(22, "Alan Turing", (4, 6)))
    steps = listed(out)
    assert steps["grade files"][0] == "open" and "plain.csv" in steps["grade files"][1]
    assert "1 line is new or different: Alan Turing" in steps["upload"][1]
    assert "Ada" not in (out / checklist.FILE).read_text(encoding="utf-8")


def test_what_is_wrong_is_one_sentence(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("term", out, "--uploaded", "canvas.csv") == 2
    assert "there is no" in capsys.readouterr().err
    assert softmark("term", tmp_path / "nothing") == 2
    assert "nothing is graded in" in capsys.readouterr().err
    (out / checklist.FILE).write_text('{"canvas.csv": 3}', encoding="utf-8")
    grade(out, ALAN)
    assert softmark("term", out) == 2
    assert "delete it, and mark the uploads once more" in capsys.readouterr().err


def test_looking_twice_changes_nothing(out: Path) -> None:
    grade(out, ALAN)
    listed(out)
    before = {path.name: path.read_bytes() for path in out.iterdir() if path.suffix != ".sqlite-wal"}
    first, second = listed(out), listed(out)
    assert first == second
    assert before == {path.name: path.read_bytes() for path in out.iterdir() if path.suffix != ".sqlite-wal"}
