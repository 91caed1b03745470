"""Exam mode: what a student reads before and after, what other platforms are told, what the zip holds, who releases."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from softmark.build import public
from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.classes.report import release
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.grading.result import blank
from softmark.policy import override_file
from softmark.policy.apply_overrides import Decision
from softmark.policy.decide import policy_for
from softmark.policy.platform_metadata import Identity, understood
from softmark.render.platforms import autolab, gradescope, prairielearn
from tests.policy.platform import course_with
from tests.policy.term import DUE, before, earned, metadata, policy

LATE = "late: {per: day, percent: 10}\n"
AFTER = "2026-12-01T00:00:00+00:00"
DURING = "2026-11-15T13:00:00-08:00"
HANDED_IN = "2026-11-15T12:00:00-08:00"


def result(preset: str, rules: str = LATE, *, now: str = DURING, at: str = HANDED_IN, **more: Any) -> Any:
    asked = f"visibility: {preset}\n{rules}"
    more.setdefault("assignment", {"due_date": DUE, "late_due_date": "2026-11-16T23:59:00-08:00"})
    return policy(asked, metadata(at, **more), now=now).applied(earned(92, asked))


@pytest.mark.parametrize("preset", ["after-deadline", "exam"])
def test_a_refused_attempt_says_why_and_when_the_next_is_possible(preset: str) -> None:
    rules = "attempts: {limit: 1, window_hours: 24}\n"
    tried = [before("2026-11-14T10:00:00-08:00", 77)]
    said = gradescope.render(result(preset, rules, previous_submissions=tried, at="2026-11-14T20:00:00-08:00"))[
        "output"
    ]
    assert "1 attempt in 24 hours had been used. This attempt was not graded. Your earlier attempt counts." in said
    assert "The next attempt is possible from 15 Nov 2026 10:00 (UTC−8)." in said and "77" not in said


@pytest.mark.parametrize(("preset", "setting"), [("after-deadline", "after_due_date"), ("exam", "after_published")])
def test_the_arithmetic_of_lateness_opens_with_the_total(preset: str, setting: str) -> None:
    document = gradescope.render(result(preset))
    assert document["score"] == 82.8 and "82.8" not in document["output"] and "%" not in document["output"]
    last = document["tests"][-1]
    assert last["visibility"] == setting and last["name"] == "Total" and "score" not in last
    assert "82.8 of 100 points, 92 earned" in last["output"] and "10% of 92 = −9.2" in last["output"]
    assert {row["visibility"] for row in document["tests"]} == {setting} == {document["visibility"]}


def test_work_that_is_graded_after_the_deadline_says_everything_at_once() -> None:
    document = gradescope.render(result("after-deadline", now=AFTER))
    assert document["output"].startswith("Two small functions: 82.8 of 100 points") and "= −9.2" in document["output"]
    assert gradescope.render(result("exam", now=AFTER))["output"].startswith(
        "Two small functions: your work has arrived"
    )


@pytest.mark.parametrize("preset", ["after-deadline", "exam", "hidden"])
def test_other_platforms_are_told_no_score_under_the_veil(preset: str) -> None:
    veiled = result(preset)
    told = prairielearn.render(veiled)
    assert told["gradable"] and told["score"] == 0.0 and told["tests"] == []
    assert autolab.scores(veiled) == {"scores": {}, "scoreboard": []}
    for text in (prairielearn.to_json(veiled), autolab.to_text(veiled)):
        assert "82" not in text and "92" not in text and "60" not in text


def test_after_the_deadline_they_are_told_the_score() -> None:
    assert prairielearn.render(result("after-deadline", now=AFTER))["score"] == 0.828
    assert autolab.scores(result("after-deadline", now=AFTER))["scoreboard"] == [82.8]


# --- what students get --------------------------------------------------------------------------------------


@pytest.fixture
def exam(tmp_path: Path) -> Course:
    course = Course.at(course_with(tmp_path, "visibility: exam\nattempts: {limit: 1}\n"))
    stats = course.reference_folder / "stats.py"
    example = "    >>> mean(np.array([[1.0, 3.0]]))\n    array([2.])\n\n    Graded:"
    stats.write_text(stats.read_text(encoding="utf-8").replace("    Graded:", example), encoding="utf-8")
    return course


def test_an_exam_is_not_published(exam: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert public.run(tmp_path / "course", tmp_path / "tree") == 2
    assert "publish once it is over" in capsys.readouterr().err and not (tmp_path / "tree").exists()


def test_attempts_and_dates_of_somebodys_own_are_honoured(exam: Course) -> None:
    three = [Decision("attempts", 3.0)]
    exam.overrides_path.write_text(
        override_file.packed(exam, {Identity("ada@example.edu"): three}, []), encoding="utf-8"
    )
    tried = [before(f"2026-11-14T{hour}:00:00-08:00", 5) for hour in (10, 11)]
    ada = metadata(previous_submissions=tried)
    assert policy_for(exam, understood(ada)).refusal is None
    ada["users"][0]["email"] = "ben@example.edu"
    refused = policy_for(exam, understood(ada)).refusal
    assert refused is not None and refused.reason == "The only attempt had been used."
    own = metadata("2026-11-20T10:00:00-08:00")
    own["users"][0]["assignment"] = {"due_date": "2100-01-01T00:00:00Z"}
    assert policy_for(exam, understood(own)).stage.hidden != "after"  # their date is still open


# --- the release --------------------------------------------------------------------------------------------


def a_class(out: Path, course: Course) -> None:
    """Due on 14 November; Ada is done, Cleo's own date is in 2100."""
    with Journal.open(out, course.rubric.name) as journal:
        common = {"due": "2026-11-14T23:59:00-08:00", "history_told": True}
        cleo = Person("Cleo", "cleo@x.edu", due="2100-01-01T00:00:00+00:00")
        entries = [
            Entry("submission_1", (Person("Ada", "ada@x.edu"),), Path("1"), **common),
            Entry("submission_2", (cleo,), Path("2"), **common),
        ]
        journal.enlist(entries, course.rubric)
        for entry in entries:
            made = replace(blank(course.rubric), status="graded")
            journal.record(Graded(entry, made, {}, "a", "2026-11-15T04:00:00+00:00"))


def test_the_release_lists_whose_date_is_still_open(
    exam: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("jinja2")  # the page needs it; a grade does without
    out = tmp_path / "out"
    a_class(out, exam)
    (out / "extensions.csv").write_text("student,until\nzoe@x.edu,2099-01-01 12:00 +00:00\n", encoding="utf-8")
    report = ["report", str(out)]
    assert main(report) == 0
    card = out / "students" / "submission_1" / "report.md"
    assert "your work has arrived" in card.read_text(encoding="utf-8") and "10" not in card.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["release", str(out)]) == 1
    said = capsys.readouterr().out
    assert "still open: 2" in said and "nothing is released" in said and "Ada" not in said
    assert "zoe@x.edu: until 1 Jan 2099 12:00 (UTC) (extension, nothing handed in yet)" in said
    assert "Cleo: until 1 Jan 2100 00:00 (UTC) (their own date in the export)" in said
    assert main(report) == 0 and "your work has arrived" in card.read_text(encoding="utf-8")
    assert main(["release", str(out), "--anyway"]) == 0 and main(report) == 0
    assert "0 of 10 points" in card.read_text(encoding="utf-8")
    assert json.loads((card.parent / "results.json").read_text(encoding="utf-8"))["visibility"] == "visible"


def test_while_the_common_date_is_open_everybody_is(exam: Course, tmp_path: Path) -> None:
    a_class(tmp_path / "out", exam)
    found = release.release(tmp_path / "out", datetime(2026, 11, 1, tzinfo=timezone.utc))
    assert [each.who for each in found] == ["Ada", "everybody else", "Cleo"]
    assert not release.is_released(tmp_path / "out")


def test_what_is_no_exam_is_not_released(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = Course.at(course_with(tmp_path, ""))
    a_class(tmp_path / "out", course)
    assert main(["release", str(tmp_path / "out")]) == 2
    assert "is not an exam: only visibility: exam" in capsys.readouterr().err
