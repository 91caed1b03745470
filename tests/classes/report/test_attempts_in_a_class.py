"""The rubric's `attempts` in a class that is graded from an export: the platform says 88, and so does every file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from softmark.classes import gradescope_list
from softmark.classes.entries import Attempt, Graded, PlatformRecord
from softmark.classes.journal import Journal
from softmark.classes.report import write
from softmark.commands.cli import main
from softmark.content.rubric_reader import parse_rubric
from softmark.render.platforms import gradescope
from tests.classes.report.synthetic import by_hand
from tests.policy.term import before, earned, metadata, policy

RUBRIC = """\
name: mini
title: Two tasks
term: autumn
framework: numpy
total: 100
files: [a.py]
items:
  - {id: "1.1", title: Task 1, points: 40, file: a.py, names: [one]}
  - {id: "1.2", title: Task 2, points: 60, file: a.py, names: [two]}
"""
BEST = "attempts: {score: best}\n"
HERE, THERE = "a", "b"
"""The version of the grader of this batch, and another one."""
LAST = "2026-11-14T12:00:00+00:00"


def at(day: int, hour: int = 12) -> str:
    return f"2026-11-{day:02d}T{hour:02d}:00:00+00:00"


def handed_in(score: float, *history: Attempt, told: bool = True, **more: Any) -> Graded:
    """Ada, with a submission of so many points and what the export says of earlier ones."""
    scores = (min(score, 40), max(0, score - 40))
    about = {"created_at": LAST, "history": history, "history_told": told, "autograder": HERE, **more}
    return by_hand("submission_1", scores, points=(40, 60), email="ada@x.edu", **about)


def a_class(out: Path, rules: str, *graded: Graded) -> Path:
    with Journal.open(out, "mini") as journal:
        for one in graded:
            journal.record(one)
        journal.enlist([one.entry for one in graded], parse_rubric(RUBRIC + rules))
    return out


def final(out: Path) -> float:
    (one,) = write.read(out).graded
    return one.result.final


def column(out: Path, name: str, title: str) -> str:
    with (out / "grades" / name).open(encoding="utf-8") as stream:
        return next(row[title] for row in csv.DictReader(stream) if row.get("Student") != "Points Possible")


def test_the_best_attempt_counts_in_every_file_as_on_the_platform(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = a_class(tmp_path / "out", BEST, handed_in(20, Attempt(at(10), 88.0), platform_score=88.0))
    assert main(["report", str(out)]) == 0 and "mean 88.00" in capsys.readouterr().out
    files = {
        "gradescope.csv": "Total Score",
        "canvas.csv": "Two tasks",
        "moodle.csv": "Two tasks",
        "plain.csv": "Score",
    }
    assert {column(out, name, title) for name, title in files.items()} == {"88"}
    kept = "This submission is worth 20. The best one counts: your earlier score, 88, stays."
    assert column(out, "moodle.csv", "Feedback comments") == kept
    assert column(out, "gradescope.csv", "Platform Difference") == "0"
    document = json.loads((out / "students" / "submission_1" / "results.json").read_text(encoding="utf-8"))
    assert document["score"] == 88 and kept in document["output"]
    assert kept in (out / "students" / "submission_1" / "report.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["explain", str(out), "ada@x.edu"]) == 0
    assert "88 of 100 points (an earlier score)" in capsys.readouterr().out


def test_without_the_history_there_are_no_grade_files_until_staff_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = a_class(tmp_path / "out", BEST, handed_in(20, told=False, platform_score=88.0))
    assert main(["report", str(out), "--anyway"]) == 1  # that is no decision about attempts
    why = (
        "attempts undecided: by the rubric the best attempt counts, and the export does not have the earlier attempts "
        "of 1 of the 1 submissions; no grade files are written until you decide: report with --attempts latest (only "
        "the submission that is here counts), or grade an export that has the history; make takes it as "
        "ATTEMPTS=latest"
    )
    assert why in capsys.readouterr().out and not (out / "grades").exists()
    assert why[1:] in (out / "report.html").read_text(encoding="utf-8")
    card = (out / "students" / "submission_1" / "report.md").read_text(encoding="utf-8")
    assert "attempts undecided" in card and "does not know yet whether an earlier attempt counts" in card
    assert main(["report", str(out), "--attempts", "history"]) == 2
    assert "this export has nobody's earlier attempts: choose --attempts latest" in capsys.readouterr().err
    assert main(["report", str(out), "--attempts", "latest"]) == 0
    capsys.readouterr()
    assert main(["report", str(out)]) == 0  # what they chose is kept
    assert "attempts: latest, so only the submission that is here counts, given on " in capsys.readouterr().out
    assert column(out, "plain.csv", "Score") == "20"
    assert main(["report", str(out), "--forget", "attempts"]) == 1 and not list((out / "grades").iterdir())


def test_of_some_without_history_staff_may_take_it_that_there_was_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = handed_in(20, Attempt(at(10), 88.0))
    ben = by_hand("submission_2", (40, 10), points=(40, 60), name="Ben", created_at=LAST)
    out = a_class(tmp_path / "out", BEST, ada, ben)
    assert main(["report", str(out)]) == 1
    said = capsys.readouterr().out
    assert (
        "of 1 of the 2 submissions" in said and "or with --attempts history (every earlier score in the export" in said
    )
    assert main(["report", str(out), "--attempts", "history"]) == 0
    assert [one.result.final for one in write.read(out).graded] == [88, 50]


def test_compare_says_that_another_attempt_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = a_class(tmp_path / "old", BEST + LATE, handed_in(20, told=False))
    new = a_class(tmp_path / "new", BEST + LATE, handed_in(20, Attempt(at(9), 88.0)))
    assert main(["compare", str(old), str(new), "--json", "--out", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    (change,) = told["changes"]
    assert (change["before"], change["after"], change["why"]) == (10, 88, ["attempts"])
    assert told["undecided"][0].startswith(f"{old}: attempts undecided:") and len(told["undecided"]) == 1


def test_a_rubric_without_such_rules_asks_nobody(tmp_path: Path) -> None:
    assert final(a_class(tmp_path / "out", "", handed_in(20, Attempt(at(10), 88.0)))) == 20
    assert main(["report", str(tmp_path / "out")]) == 0
    assert main(["report", str(a_class(tmp_path / "more", "", handed_in(20, told=False)))]) == 0


@pytest.mark.parametrize(
    ("rules", "history", "counts"),
    [
        ("attempts: {limit: 2}\n", [Attempt(at(10), 50.0), Attempt(at(11), 60.0)], 60),  # this is one too many
        ("attempts: {limit: 2}\n", [Attempt(at(10), 50.0), Attempt(at(11), None)], 20),  # the grader failed on one
        ("attempts: {limit: 2, score: best}\n", [Attempt(at(10), 50.0), Attempt(at(11), 30.0)], 50),
        ("attempts: {limit: 1}\n", [Attempt(at(10), 50.0), Attempt(at(11), 90.0)], 50),  # the second was refused too
        ("attempts: {cooldown_minutes: 120}\n", [Attempt(at(14, 11), 50.0)], 50),
        ("attempts: {cooldown_minutes: 30}\n", [Attempt(at(14, 11), 50.0)], 20),
        (BEST, [Attempt(at(10), 88.0), Attempt(at(11), 15.0)], 88),  # a platform may tell each by itself
        (BEST, [Attempt(at(20), 88.0)], 20),  # handed in after the one that was graded
    ],
)
def test_limit_and_pause_go_by_the_history(rules: str, history: list[Attempt], counts: float, tmp_path: Path) -> None:
    assert final(a_class(tmp_path / "out", rules, handed_in(20, *history))) == counts


def test_more_attempts_for_one_student_count_here_too(tmp_path: Path) -> None:
    rules = "attempts: {limit: 1}\n"
    out = a_class(tmp_path / "out", rules, handed_in(20, Attempt(at(10), 50.0)))
    assert final(out) == 50
    line = "student,item,points,note_staff,note_student,who,when\nada@x.edu,attempts,2,,,Sam,\n"
    (out / "overrides.csv").write_text(line, encoding="utf-8")
    assert final(out) == 20


def test_the_same_history_counts_for_the_same_on_the_platform(tmp_path: Path) -> None:
    for number, rules in enumerate((BEST, "attempts: {limit: 1}\n", "attempts: {limit: 2}\n", "")):
        there = policy(rules, metadata(LAST, previous_submissions=[before(at(10), 88, by="0123456789abcdef")]))
        out = a_class(tmp_path / str(number), rules, handed_in(20, Attempt(at(10), 88.0)))
        assert final(out) == there.applied(earned(20, rules)).final, rules


# --- which version gave a score -----------------------------------------------------------------------------


def test_a_better_score_by_another_version_is_for_staff_to_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mended = handed_in(20, Attempt(at(10), 88.0), recorded=PlatformRecord(88.0, 20.0, 0.0, THERE), platform_score=88.0)
    out = a_class(tmp_path / "out", BEST, mended)
    assert main(["report", str(out)]) == 1
    said = capsys.readouterr().out
    assert "another version of the grader gave a better score before for 1 of the 1 submissions" in said
    assert main(["report", str(out), "--attempts", "history"]) == 0 and final(out) == 88
    assert main(["report", str(out), "--attempts", "latest"]) == 0 and final(out) == 20


@pytest.mark.parametrize(
    ("points", "recorded", "history", "counts"),
    [
        (20, PlatformRecord(88.0, 20.0, 0.0, HERE), [], 88),  # its own results say that an earlier score counted
        (88, PlatformRecord(88.0, 88.0, 0.0, HERE), [], 88),  # and here that none was better
        (
            20,
            PlatformRecord(20.0, 20.0, 0.0, HERE),
            [Attempt(at(10), 88.0)],
            20,
        ),  # this grader left the 88 out
        (90, PlatformRecord(88.0, 88.0, 0.0, THERE), [Attempt(at(10), 88.0)], 90),  # not better, so nobody asks
    ],
)
def test_the_platforms_own_results_settle_what_the_history_does_not_tell(
    points: float, recorded: PlatformRecord, history: list[Attempt], counts: float, tmp_path: Path
) -> None:
    out = a_class(tmp_path / "out", BEST, handed_in(points, *history, told=bool(history), recorded=recorded))
    assert main(["report", str(out)]) == 0 and final(out) == counts


@pytest.mark.parametrize(("refused", "code"), [(False, 0), (True, 1)])
def test_of_a_limit_the_platforms_results_tell_that_nothing_was_refused(
    refused: bool, code: int, tmp_path: Path
) -> None:
    recorded = PlatformRecord(20.0, 20.0, 0.0, HERE, refused=refused)
    out = a_class(tmp_path / "out", "attempts: {limit: 2}\n", handed_in(20, told=False, recorded=recorded))
    assert main(["report", str(out)]) == code


# --- lateness of each attempt -------------------------------------------------------------------------------

LATE = "dates: {due: '2026-11-09 12:00 +00:00'}\nlate: {per: day, percent: 10}\n"


def test_each_attempt_has_its_own_lateness(tmp_path: Path) -> None:
    """The first was a day late (80 less 8), this one five (60 less 30). With an extension neither is."""
    first = Attempt(at(10), 72.0, PlatformRecord(72.0, 80.0, 8.0, HERE))
    out = a_class(tmp_path / "out", BEST + LATE, handed_in(60, first, recorded=PlatformRecord(72.0, 60.0, 30.0, HERE)))
    assert final(out) == 72 and main(["report", str(out)]) == 0
    assert column(out, "plain.csv", "Late Penalty") == "0"  # the 72 have it taken off already
    (out / "extensions.csv").write_text("student,until\nada@x.edu,2026-11-20 12:00 +00:00\n", encoding="utf-8")
    assert final(out) == 80


def test_what_an_export_does_not_tell_of_lateness_is_told_to_staff(tmp_path: Path) -> None:
    out = a_class(tmp_path / "out", BEST + LATE, handed_in(60, Attempt(at(10), 72.0)))
    (out / "extensions.csv").write_text("student,until\nada@x.edu,2026-11-20 12:00 +00:00\n", encoding="utf-8")
    (one,) = write.read(out).graded
    assert one.result.final == 72
    assert any("has lateness taken off by the export's date" in text for text in one.result.notes_for("staff"))


def test_a_refused_late_submission_without_history_is_no_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = "dates: {due: '2026-11-09 12:00 +00:00', late_due: '2026-11-10 12:00 +00:00'}\nlate: {closed: refuse}\n"
    out = a_class(tmp_path / "out", closed, handed_in(60, told=False))
    assert main(["report", str(out)]) == 1
    assert "a refused submission keeps the earlier score" in capsys.readouterr().out


# --- what is read of an export ------------------------------------------------------------------------------


def test_the_history_is_read_with_its_results() -> None:
    """As our own results.json comes back from the platform, long rows and all."""
    one = policy(BEST, metadata(LAST)).applied(earned(30, BEST))
    results = json.dumps(gradescope.render(one))  # JSON is YAML
    text = (
        "submission_1:\n  :created_at: 2026-11-14 12:00:00 Z\n  :history:\n"
        f"  - :created_at: 2026-11-10 12:00:00 Z\n    :score: 30.0\n    :results: {results}\n"
        "  - :created_at: 2026-11-11 12:00:00 Z\n    :score: 0.0\n    :autograder_error: true\n"
        "submission_2:\n  :created_at: 2026-11-14 12:00:00 Z\n"
        "submission_3:\n  :created_at: 2026-11-14 12:00:00 Z\n  :history: []\n"
    )
    found = gradescope_list.read(io.BytesIO(text.encode()), Path("submission_metadata.yml"))
    assert [entry.history_told for entry in found.values()] == [True, False, True]
    graded, failed = found["submission_1"].history
    assert graded == Attempt(at(10), 30.0, PlatformRecord(30.0, 30.0, 0.0, "0123456789abcdef", complete=False))
    assert failed.score is None
