"""A regrade request, from the question to the log: `explain` on one screen, `--full`, requests.csv on the page."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.report import page, regrade_requests, write
from softmark.commands.cli import main
from softmark.files.tables import TableError
from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class, batch_here
from tests.mini_course import COURSE
from tests.mini_course import softmark as typed

LIST = """---
submission_1:
  :submitters: [{":name": Ada Lovelace, ":email": ada@x.edu, ":sid": "11"}]
submission_2:
  :submitters: [{":name": Ben Late, ":email": ben@x.edu, ":sid": "22"}]
submission_3:
  :submitters: [{":name": Ben Early, ":email": early@x.edu, ":sid": "33"}]
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("requests")
    a_class(folder / "export", submission_1=WRONG_AXIS, submission_2=BY_VARIANCE, submission_3=RIGHT)
    (folder / "export" / "submission_metadata.yml").write_text(LIST, encoding="utf-8")
    done = batch_here(folder / "export", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture
def out(graded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(graded, tmp_path / "out"))


def explained(out: Path, *words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["explain", str(out), *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("student", ["ada@x.edu", "11", "Ada Lovelace", "lovelace", "submission_1"])
def test_one_screen_holds_all_that_an_answer_needs(student: str, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = explained(out, student, "1.1", capsys=capsys)
    assert len(text.splitlines()) <= 40
    assert text.startswith("Ada Lovelace (submission_1)\n1.1 The mean: ✗ 0 of 4 points")
    assert "Lost 4 points: this is the foundation of 1.1; the rest is graded once it holds" in text
    assert "(public numbers)" in text and "the result has shape (7,); expected (2,)" in text
    assert "return x.sum(axis=0)" in text  # the student's code around it
    assert "Draft of an answer (nothing hidden in it):" in text and "python check.py 1.1" in text
    assert f"softmark explain {out} submission_1 1.1 --full" in text
    assert f"log it in {out / 'requests.csv'}: ada@x.edu,1.1," in text


def test_without_an_item_it_lists_what_was_lost(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (out / "requests.csv").write_text(
        "student,item,request,decided,who,when\n11,1.1,Why 0?,the axis is wrong,Sam,2026-11-20\n", encoding="utf-8"
    )
    text = explained(out, "11", capsys=capsys)
    assert "Ada Lovelace (submission_1): 6 of 10 points" in text and "1.1   ✗ 0 of 4 points" in text
    assert "asked before: 1.1: Why 0? → the axis is wrong (Sam, 2026-11-20)" in text
    assert f"softmark explain {out} submission_1 1.1" in text
    assert "nothing is lost" in explained(out, "33", capsys=capsys)


def test_what_staff_decided_is_what_it_says(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "student,item,points,note_staff,note_student,who,when\n11,1.1,4,,It is right after all.,Sam,\n"
    (out / "overrides.csv").write_text(lines, encoding="utf-8")
    text = explained(out, "11", "1.1", capsys=capsys)
    assert "✓ 4 of 4 points: the course staff decided this" in text and "It is right after all." in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody here is “nobody”: give a name, an e-mail"),
        (["ben"], "“ben” may be Ben Late (submission_2); Ben Early (submission_3): give an e-mail"),
        (["11", "9.9"], "the rubric has no task '9.9'; it has 1.1, 1.2"),
        (["11", "--full"], "which task?"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(
    words: list[str], said: str, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", str(out), *words]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_is_no_class_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(tmp_path), "ada@x.edu", "1.1"]) == 2
    assert "holds no graded class: run `softmark batch` first" in capsys.readouterr().err


def test_full_grades_what_the_journal_kept_and_shows_the_inputs(out: Path, tmp_path: Path) -> None:
    words = ("explain", out, "ada@x.edu", "1.1", "--full", "--course", COURSE, "--out", tmp_path / "scripts")
    done = typed(*words)
    assert done.returncode == 0, done.stderr
    assert "argument 1: float64" in done.stdout and "expected: float64" in done.stdout
    script = tmp_path / "scripts" / "reproduce_TestMean_test_values_public.py"
    again = typed("explain", out, "11", "1.1", "--course", COURSE, "--again", script)
    assert "got:\n[" in again.stdout


# --- the log ------------------------------------------------------------------------------------------------

LOG = (
    "student,item,request,decided,who,when\n"
    "11,1.1,Why 0?,the axis is wrong,Sam,2026-11-20\n"
    "ben@x.edu,1.2,Why <b>3</b>?,,,\n"
    "gone@x.edu,,May I hand in again?,,,\n"
)


def test_the_page_shows_the_log_and_flags_who_waits(out: Path, visit: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (out / "requests.csv").write_text(LOG, encoding="utf-8")
    assert main(["report", str(out)]) == 0
    assert "regrade requests: 3, 2 of them wait" in capsys.readouterr().out
    seen = visit((out / "report.html").read_text(encoding="utf-8"))
    rows = seen.page.locator("#requests tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["Ben Late", "gone@x.edu (nobody here, or several)", "Ada Lovelace"]
    assert "Why <b>3</b>?" in rows[0] and "waits" in rows[0] and "the axis is wrong" in rows[2]
    seen.page.locator("#looks").get_by_role("button", name="Request waits").click()
    assert seen.names() == ["Ben Late"]
    seen.page.locator("#requests").get_by_role("button", name="Ben Late").click()
    drawer = seen.page.get_by_role("dialog")
    drawer.locator(".tasklist").wait_for()
    assert "Request waits. 1.2: Why <b>3</b>? → waits" in drawer.inner_text() and seen.quiet()


def test_nothing_of_the_log_is_on_the_page_without_names(out: Path) -> None:
    (out / "requests.csv").write_text(LOG, encoding="utf-8")
    assert "May I hand in" not in page.render(write.read(out), key=b"k" * 32).html


def test_a_log_that_cannot_be_read_is_told_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "requests.csv"
    path.write_text("student,item,request,decided,who,when\n,1.1,,,,\n", encoding="utf-8")
    with pytest.raises(TableError, match=":2: student and request are empty"):
        regrade_requests.read(path)
    path.write_text("student,item\n", encoding="utf-8")
    with pytest.raises(TableError, match=":1: there is no column “request”"):
        regrade_requests.read(path)
