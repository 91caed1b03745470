"""A whole term, told as a story, and every number on its page worked out again from the journal.

Three sections. 10 % a day, due 14 November 23:59 in California. A machine dies in the middle of the batch. Staff
extend, waive, override, comment; somebody asks, and is answered. An exam-mode week; a regrade with a changed rubric;
grades go out; one student is forgotten, and the class becomes an archive.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import sqlite3
import statistics
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from softmark.classes import retention
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.policy.decide import policy_for
from softmark.policy.platform_metadata import understood
from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class, batch_here, command, told
from tests.mini_course import ROOT, softmark
from tests.policy.platform import course_with
from tests.policy.term import metadata

POLICY = "late: {per: day, percent: 10}\n"
NOTHING = {name: f"def {what}(x):\n    raise NotImplementedError\n" for name, what in
           (("stats.py", "mean"), ("scale.py", "standardise"))}  # fmt: skip
DUE = "    :due_date: 2026-11-14 23:59:00 -08:00\n    :late_due_date: 2026-11-30 23:59:00 -08:00\n"

CLASS: dict[str, tuple[list[str], dict[str, str], str, float | None]] = {
    "submission_1": (["Ada"], RIGHT, "14 20:00", 10.0),
    "submission_2": (["Ben"], WRONG_AXIS, "16 20:00", 4.8),
    "submission_3": (["Cleo"], RIGHT, "17 12:00", None),
    "submission_4": (["Dora", "Emil"], BY_VARIANCE, "14 12:00", 4.0),
    "submission_5": (["Fay"], WRONG_AXIS, "14 10:00", 6.0),
    "submission_6": (["Gus"], RIGHT, "20 12:00", 4.0),
    "submission_7": (["Hal"], NOTHING, "13 10:00", 0.0),
    "submission_8": (["Ida"], BY_VARIANCE, "15 01:00", None),
    "submission_9": (["Jan"], WRONG_AXIS, "14 09:00", None),
}
FIRST = ("Ada", "Ben", "Ida", "Cleo", "Dora", "Emil", "Jan", "Fay", "Gus", "Hal", "Kim")
SECTIONS = dict(zip(FIRST, "AAABBBBCCCC", strict=True))
OVERRIDES = (
    "student,item,points,note_staff,note_student,who,when\n"
    "ben@x.edu,1.1,4,spoke after class,Your axis was right for the old handout.,Sam,2026-11-20\n"
    "submission_4,1.2,6,,For both of you.,Sam,2026-11-20\n"
    "gus@x.edu,late,,hospital,,Sam,2026-11-20\n"
    "ida@x.edu,total,+2,,For the misprint.,Sam,2026-11-21\n"
    "jan@x.edu,1.1,,,Well reasoned.,Sam,2026-11-21\n"
    "mistake:mean.wrong_axis,1.1,3,,The handout was unclear.,Sam,2026-11-21\n"
)
# What people decided and what the calendar says, worked out by hand: points of a task, days late, added to the total.
DECIDED = {"submission_2": {"1.1": 4.0}, "submission_4": {"1.2": 6.0}, "submission_5": {"1.1": 3.0},
           "submission_9": {"1.1": 3.0}}  # fmt: skip
DAYS = {"submission_2": 2, "submission_3": 1, "submission_8": 1}  # Cleo by her extension; Gus is waived
ADDED = {"submission_8": 2.0}


def an_export(folder: Path, entries: dict[str, Any] = CLASS) -> Path:
    text = "---\n"
    for number, (ident, (people, files, at, score)) in enumerate(entries.items(), 1):
        named = "".join(
            f"  - :name: {who} Student\n    :email: {who.lower()}@x.edu\n    :sid: '{number}{place}'\n"
            for place, who in enumerate(people)
        )
        text += f"{ident}:\n  :submitters:\n{named}  :created_at: 2026-11-{at}:00 -08:00\n  :assignment:\n{DUE}"
        text += f"  :score: {score}\n" if score is not None else ""
        a_class(folder, **{ident: {**files, "stats.py": f"{files['stats.py']}# {ident}\n"}})
    (folder / "submission_metadata.yml").write_text(text, encoding="utf-8")
    return folder


def batch(export: Path, out: Path, course: Path) -> Any:
    return softmark("batch", export, "--out", out, "--course", course, "--workers", "1")


def killed(export: Path, out: Path, course: Path) -> int:
    """The machine dies once a few grades are kept; how many there were."""
    words = command(export, "--out", out, "--course", course, "--workers", "1")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder")}
    running = subprocess.Popen(
        words, env=env, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    kept = 0
    while kept < 2 and running.poll() is None:
        time.sleep(0.05)
        try:
            with sqlite3.connect(f"file:{out / 'journal.sqlite'}?mode=ro", uri=True) as db:
                (kept,) = db.execute("SELECT COUNT(*) FROM grades").fetchone()
        except sqlite3.Error:
            continue
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    return kept


@pytest.fixture(scope="module")
def term(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class after two batches, of which the first was killed, with all that staff wrote down."""
    folder = tmp_path_factory.mktemp("term")
    course = course_with(folder, POLICY)
    export, out = an_export(folder / "export"), folder / "out"
    kept = killed(export, out, course)
    done = told(batch_here(export, out, "--json", course=course))
    assert kept >= 2 and done["unchanged"] >= kept and done["unchanged"] + done["graded"] == len(CLASS)
    (out / "extensions.csv").write_text("student,until\ncleo@x.edu,2026-11-16 23:59 -08:00\n", encoding="utf-8")
    (out / "overrides.csv").write_text(OVERRIDES, encoding="utf-8")
    (out / "requests.csv").write_text(
        "student,item,request,decided,who,when\n"
        "ben@x.edu,1.1,Is axis 0 not right?,4 points: the handout,Sam,2026-11-20\n"
        "hal@x.edu,,May I hand in again?,,,\n",
        encoding="utf-8",
    )
    roster = "".join(f"{who} Student,{who.lower()}@x.edu,{section}\n" for who, section in SECTIONS.items())
    (folder / "roster.csv").write_text(f"name,email,section\n{roster}", encoding="utf-8")
    assert main(["report", str(out), "--roster", str(folder / "roster.csv")]) == 0
    return folder


# --- worked out again, from what the journal kept -----------------------------------------------------------


def worked_out(out: Path, decided: dict[str, dict[str, float]] = DECIDED) -> dict[str, dict[str, Any]]:
    """Entry → its points as they should count, from the journal's rows and the test's own arithmetic."""
    found = {}
    with Journal.open(out) as journal:
        for one in journal.graded():
            ident = one.entry.id
            rows = {row.id: row.score for row in one.result.items} | decided.get(ident, {})
            earned = sum(rows.values())
            late = round(earned * 0.10 * DAYS.get(ident, 0), 2)
            found[ident] = {
                "rows": rows,
                "late": late,
                "final": round(max(0.0, earned - late + ADDED.get(ident, 0.0)), 2),
                "points": {row.id: row.points for row in one.result.items},
                "written": {row.id: row.status != "not_written" for row in one.result.items},
                "mistakes": {
                    c.diagnosis for row in one.result.items for c in row.checks if c.diagnosis and c.passed is False
                },
                "people": [person.name for person in one.entry.people],
                "there": one.entry.platform_score,
            }
    return found


def amount(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def correlation(one: list[float], other: list[float]) -> str:
    if len(set(one)) < 2 or len(set(other)) < 2:
        return "–"
    return f"{statistics.correlation(one, other):.2f}".replace("-", "−")


def test_every_number_on_the_page_is_the_journals(term: Path, visit: Any) -> None:
    out = term / "out"
    truth = worked_out(out)
    finals = [each["final"] for each in truth.values()]
    assert finals == [10, 8, 9, 10, 9, 10, 0, 5.6, 9]  # and by hand
    seen = visit((out / "report.html").read_text(encoding="utf-8"))
    page = seen.page
    cards = dict(zip(page.locator("#overview dt").all_text_contents(),
                     page.locator("#overview dd.value").all_text_contents(), strict=True))  # fmt: skip
    scores = list(zip(*(each["rows"].values() for each in truth.values()), strict=True))
    spread = sum(statistics.variance(column) for column in scores)
    whole = statistics.variance([sum(row) for row in zip(*scores, strict=True)])
    assert cards == {
        "submissions": "9",
        "mean": f"{statistics.mean(finals):.1f}",
        "median": f"{statistics.median(finals):.1f}",
        "full marks": str(sum(final >= 10 for final in finals)),
        "not started": "1",
        "reliability": f"{2 * (1 - spread / whole):.2f}".replace("-", "−"),
    }
    about = page.locator("#overview dd.about").all_text_contents()
    assert f"of 10, standard deviation {statistics.stdev(finals):.1f}" in about and "from 10 students" in about
    bars = {bar.get_attribute("title"): bar.locator(".count").text_content() for bar in page.locator(".column").all()}
    counted = Counter("10 points and more" if f >= 10 else f"{amount(f // 0.5 / 2)} to" for f in finals)
    for label, count in bars.items():
        key = label if label == "10 points and more" else f"{label.split(' to ')[0]} to"
        assert (count or "0") == str(counted.get(key, 0)), label
    for line, ident in zip(page.locator("table.tasks:not(.requests) tbody tr").all(), ("1.1", "1.2"), strict=True):
        column = [each["rows"][ident] for each in truth.values()]
        rest = [sum(each["rows"].values()) - each["rows"][ident] for each in truth.values()]
        points = next(iter(truth.values()))["points"][ident]
        cells = line.locator("td.n").all_text_contents()
        share = statistics.mean(score / points for score in column)
        expected = [
            f"{statistics.mean(column):.1f}",
            amount(points),
            f"{100 * share:.0f} %",
            correlation(column, rest),
            "–",
        ]
        assert cells == expected, ident
        full, unwritten = sum(score >= points for score in column), sum(not e["written"][ident] for e in truth.values())
        part = sum(0 < score < points for score in column)
        said = {"full marks": full, "part of the points": part, "no points": 9 - full - part - unwritten,
                "not written": unwritten}  # fmt: skip
        assert line.locator(".bars .unseen").text_content() == "".join(f"{k}: {n}. " for k, n in said.items() if n)
    mistakes = Counter(name for each in truth.values() for name in each["mistakes"])
    named, counts = (page.locator(f".mistakes {part}").all_text_contents() for part in ("code", ".number"))
    shown = zip(named, counts, strict=True)
    assert dict(shown) == {name: str(count) for name, count in mistakes.items()}
    rows = {row.locator("th").inner_text(): row for row in page.locator("#rows tr[data-student]").all()}
    for each in truth.values():
        row = rows[", ".join(each["people"])]
        late = [f"−{amount(each['late'])} late"] if each["late"] else []
        assert row.locator(".c-score span").all_inner_texts() == [amount(each["final"]), *late]
        assert row.locator(".c-there").text_content() == ("–" if each["there"] is None else amount(each["there"]))
        full = sum(each["rows"][ident] >= points for ident, points in each["points"].items())
        assert row.locator(".c-tasks").inner_text().strip() == f"{full}/2"
    looks = dict(line.rsplit("\n", 1) for line in page.locator("#looks button").all_inner_texts())
    differ = sum(e["there"] is not None and abs(e["there"] - e["final"]) > 0.001 for e in truth.values())
    empty = sum(not any(each["written"].values()) for each in truth.values())
    begun = [each for each in truth.values() if any(each["written"].values())]
    low = sum(each["final"] < 5 for each in begun)
    left_out = sum(each["final"] >= 5 and not all(each["written"].values()) for each in begun)
    expected = {"Nothing written": empty, "Low score": low, "Unfinished": left_out, "Late": 3, "Override": 6,
                "Platform differs": differ, "Request waits": 1}  # fmt: skip
    assert looks == {word: str(count) for word, count in expected.items() if count}
    assert seen.quiet()


def test_sections_hold_their_students_and_the_drawer_says_who_decided_what(term: Path, visit: Any) -> None:
    seen = visit((term / "out" / "report.html").read_text(encoding="utf-8"))
    for section in "ABC":
        seen.page.locator("#section").select_option(section)
        here = {who for who, its in SECTIONS.items() if its == section and who != "Kim"}
        assert {word for name in seen.names() for word in name.replace(" Student", "").split(", ")} == here
    seen.page.locator("#section").select_option("")
    said = seen.open("Ben Student A").inner_text()
    assert "Override: 4 points instead of 0, by Sam on 2026-11-20" in said and "spoke after class" in said
    assert "2 × 10% = 20% of 10 = −2" in said  # worked out again from what was decided
    assert "an override or adjustment made there" in said or "the override here" in said


def test_the_grade_files_say_the_same(term: Path) -> None:
    out = term / "out"
    truth = {person: each for each in worked_out(out).values() for person in each["people"]}
    with (out / "grades" / "gradescope.csv").open(encoding="utf-8") as stream:
        rows = {f"{row['First Name']} {row['Last Name']}": row for row in csv.DictReader(stream)}
    assert rows.pop("Kim Student")["Status"] == "Missing"
    assert {who: (row["Total Score"], row["Late Penalty"]) for who, row in rows.items()} == {
        who: (amount(each["final"]), amount(each["late"])) for who, each in truth.items()
    }
    for name, column in (("canvas", "Scaling, in miniature"), ("moodle", "Scaling, in miniature")):
        with (out / "grades" / f"{name}.csv").open(encoding="utf-8") as stream:
            marks = sorted(row[column] for row in csv.DictReader(stream) if row.get("Student") != "Points Possible")
        assert marks == sorted(amount(each["final"]) for each in truth.values())
    for path in sorted((out / "students").rglob("*")) + sorted((out / "grades").iterdir()):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert "hospital" not in text and "spoke after class" not in text  # note_staff never leaves
    for ident, each in worked_out(out).items():
        document = json.loads((out / "students" / ident / "results.json").read_text(encoding="utf-8"))
        assert document["score"] == each["final"]
        assert {row["number"]: row["score"] for row in document["tests"]} == each["rows"]
        assert all((row["status"] == "passed") == (row["score"] == row["max_score"]) for row in document["tests"])


def test_what_was_decided_reaches_the_platform(term: Path, tmp_path: Path) -> None:
    shutil.copytree(term / "course", tmp_path / "course")
    assert main(["overrides", str(term / "out"), "--course", str(tmp_path / "course")]) == 0
    course = Course.at(tmp_path / "course")
    with Journal.open(term / "out") as journal:
        graded = {one.entry.id: one for one in journal.graded()}
    truth = worked_out(term / "out")
    for ident, (people, _, at, _) in CLASS.items():
        users = [{"email": f"{who.lower()}@x.edu", "name": who, "id": 1} for who in people]
        about = metadata(f"2026-11-{at.replace(' ', 'T')}:00-08:00", users=users)
        about["assignment"] |= {"due_date": "2026-11-14T23:59:00-08:00", "late_due_date": "2026-11-30T23:59:00-08:00"}
        if people == ["Cleo"]:
            users[0]["assignment"] = {"due_date": "2026-11-16T23:59:00-08:00"}
        result = policy_for(course, understood(about)).applied(graded[ident].result)
        assert result.final == truth[ident]["final"], ident


def test_the_request_is_answered_on_one_screen(term: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(term / "out"), "hal@x.edu"]) == 0
    said = capsys.readouterr().out
    assert "Hal Student (submission_7): 0 of 10 points" in said and "asked before: May I hand in again? → waits" in said
    assert main(["explain", str(term / "out"), "ben", "1.1"]) == 0
    assert "✓ 4 of 4 points: the course staff decided this; the grader gave 0." in capsys.readouterr().out


def test_a_regrade_with_a_changed_rubric_says_who_and_why(
    term: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = course_with(tmp_path, POLICY, ("points: 6", "points: 7"), ("total: 10", "total: 11"))
    new = tmp_path / "new"
    assert batch(term / "export", new, course=changed).returncode == 0
    for name in ("extensions.csv", "overrides.csv"):
        shutil.copy(term / "out" / name, new / name)
    capsys.readouterr()
    assert main(["compare", str(term / "out"), str(new), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    before, after = worked_out(term / "out"), worked_out(new)
    moved = {ident for ident in before if before[ident]["final"] != after[ident]["final"]}
    changes = {change["submission"]: change for change in told["changes"]}
    assert {ident for ident, change in changes.items() if change["before"] != change["after"]} == moved
    for ident in moved:
        assert (changes[ident]["before"], changes[ident]["after"]) == (before[ident]["final"], after[ident]["final"])
        assert changes[ident]["why"] == ["points changed"]
    assert told["by cause"] == [{"what": "points changed", "count": len(moved), "up": len(moved), "down": 0}]
    assert [each["what"] for each in told["by task"]] == ["1.2"] and "Would anyone lose points? No." in told["answer"]


def test_an_exam_mode_week(term: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exam, out = course_with(tmp_path, f"{POLICY}visibility: exam\n"), tmp_path / "out"
    some = {ident: CLASS[ident] for ident in ("submission_1", "submission_2", "submission_8")}
    assert batch(an_export(tmp_path / "export", some), out, course=exam).returncode == 0
    (out / "extensions.csv").write_text("student,until\nzoe@x.edu,2100-01-01 00:00 +00:00\n", encoding="utf-8")
    assert main(["report", str(out)]) == 0
    card = out / "students" / "submission_2" / "report.md"
    assert "your work has arrived" in card.read_text(encoding="utf-8") and "4.8" not in card.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["release", str(out)]) == 1
    assert "zoe@x.edu: until 1 Jan 2100" in capsys.readouterr().out
    assert main(["release", str(out), "--anyway"]) == 0 and main(["report", str(out)]) == 0
    assert "4.8 of 10 points" in card.read_text(encoding="utf-8")  # 6 less two days
    with (out / "grades" / "gradescope.csv").open(encoding="utf-8") as stream:
        assert [row["Total Score"] for row in csv.DictReader(stream)] == ["10", "4.8", "3.6"]


def test_and_at_the_end_of_the_term(term: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(term / "out", tmp_path / "out"))
    before = worked_out(out)
    assert main(["forget", str(out), "fay@x.edu"]) == 0 and main(["report", str(out)]) == 0
    assert b"Fay" not in b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    left = worked_out(out)
    assert left == {ident: each for ident, each in before.items() if ident != "submission_5"}
    assert main(["archive", str(out), "--course", str(term / "course"), "--delete", "--yes"]) == 0
    kept = json.loads((out / "archive.json").read_text(encoding="utf-8"))
    assert {path.name for path in out.iterdir()} - set(retention.LISTS) == {"archive.json"}
    assert sorted(row["final"] for row in kept["submissions"]) == sorted(each["final"] for each in left.values())
