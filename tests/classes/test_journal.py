"""The journal keeps every grade, whatever happens to the process, the disk or the folder around it."""

import json
import sqlite3
from dataclasses import replace

import pytest

from softmark.classes.batch import Batch
from softmark.classes.exports import Export
from softmark.classes.journal import Journal, JournalError
from softmark.content.validated import to_json
from tests.mini_class import MINI, RIGHT, WRONG_AXIS, entry, graded


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def idents(out):
    with Journal.open(out) as journal:
        return [each.entry.id for each in journal.graded()]


def refusal(out, assignment="mini-scaling"):
    with pytest.raises(JournalError) as caught, Journal.open(out, assignment) as journal:
        journal.record(graded("anna"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_was_recorded_is_read_back(out):
    first = graded("anna")
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(first)
    with Journal.open(out) as journal:
        assert list(journal.graded()) == [first]
        assert journal.assignment == "mini-scaling"


def test_the_class_is_read_in_the_order_of_its_export(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.enlist([entry("anna"), entry("ben", "Ben", "Bea"), entry("carl")])
        for ident in ("carl", "anna"):
            journal.record(graded(ident))
        assert [each.id for each in journal.entries()] == ["anna", "ben", "carl"]
        assert [person.name for person in journal.entries()[1].people] == ["Ben", "Bea"]
    assert idents(out) == ["anna", "carl"]


def test_what_seems_settled_comes_first_so_that_the_time_left_is_of_the_others(out):
    settled = replace(graded("ben"), autograder="new")
    with Journal.open(out, MINI.rubric.name) as journal:
        journal.record(graded("anna"))  # by an older grader
        journal.record(settled)
        assert journal.settled("new") == {("ben", settled.entry.created_at)}
        export = Export([entry("anna"), entry("ben"), entry("carl")], "a list of", out)
        batch = Batch(MINI, export, journal, regrade=False, progress=lambda *counts: None)
        batch.autograder = "new"
        assert [each.id for each in batch._in_order()] == ["ben", "anna", "carl"]


def test_equal_files_are_kept_once(out):
    with Journal.open(out, "mini-scaling") as journal:
        for number in range(20):
            journal.record(graded(f"s{number}"))
        journal.record(graded("other", files=WRONG_AXIS))
    kept = sqlite3.connect(out / "journal.sqlite").execute("SELECT COUNT(*) FROM texts").fetchone()
    assert kept == (3,)
    with Journal.open(out) as journal:
        assert [each.files for each in journal.graded()] == [RIGHT] * 20 + [WRONG_AXIS]


def test_only_what_changed_needs_a_new_grade(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna", digest="d1", autograder="a1"))
        journal.record(graded("ben", digest="d1", autograder="a1", status="grader_error"))
        assert not journal.needs(entry("anna"), "d1", "a1")
        assert journal.needs(entry("anna"), "d2", "a1"), "the submission changed"
        assert journal.needs(entry("anna"), "d1", "a2"), "the autograder changed"
        assert journal.needs(entry("ben"), "d1", "a1"), "the grader failed the last time"
        assert journal.needs(entry("carl"), "d1", "a1"), "never graded"


def test_a_regrade_replaces_the_grade_and_keeps_the_history(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna", autograder="a1", seconds=1.0))
        journal.record(graded("anna", autograder="a2", seconds=2.0))
        assert [each.autograder for each in journal.graded()] == ["a2"]
        assert [each.result.seconds for each in journal.history("anna")] == [1.0, 2.0]


def test_equal_submissions_find_each_others_grade(out):
    with Journal.open(out, "mini-scaling") as journal:
        first = graded("anna", digest="d1", autograder="a1")
        journal.record(first)
        journal.record(graded("ben", digest="d2", autograder="a1", status="grader_error"))
        assert journal.known("d1", "a1") == first.result
        assert journal.known("d1", "a2") is None
        assert journal.known("d2", "a1") is None, "nobody wants to share a fault"


def test_who_is_in_no_export_any_more_is_kept_and_not_shown(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.enlist([entry("anna"), entry("ben")])
        journal.record(graded("anna"))
        journal.enlist([entry("ben")])
        assert list(journal.graded()) == []
        assert journal.counts() == {"listed": 1, "graded": 0, "faulty": 0, "unlisted": 1}
        journal.enlist([entry("anna"), entry("ben")])
    assert idents(out) == ["anna"]


def test_odd_texts_survive(out):
    odd = "half a character \ud800, a NUL \0 and an end \u2028"
    made = graded("anna", files={"stats.py": "x = 'π'\n"})
    made = replace(made, entry=entry("anna", "<b>Ä\n</b>"), result=replace(made.result, title=odd))
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(made)
    with Journal.open(out) as journal:
        assert list(journal.graded()) == [made]


def test_only_its_owner_may_read_it(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna"))
        modes = {path.name: path.stat().st_mode & 0o077 for path in [out, *out.iterdir()]}
    assert set(modes.values()) == {0}, modes


# --- what is in the way -------------------------------------------------------------------------------------


def test_a_folder_of_another_assignment_is_refused(out):
    with Journal.open(out, "linear-algebra") as journal:
        journal.record(graded("anna"))
    assert refusal(out) == f"{out} holds grades of linear-algebra, not of mini-scaling: give another --out"


def test_reading_where_nothing_was_graded_is_said(out):
    with pytest.raises(JournalError, match=r"there is no journal in .*: grade a class with `softmark batch` first"):
        idents(out)
    assert not out.exists()


def test_something_else_in_its_place_is_refused(out):
    out.mkdir()
    (out / "journal.sqlite").write_text(
        "this is not a database, and it is long enough to see that" * 40, encoding="utf-8"
    )
    assert "is damaged or not a journal" in refusal(out)
    (out / "journal.sqlite").unlink()
    with sqlite3.connect(out / "journal.sqlite") as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert "is not a journal of softmark" in refusal(out)


def test_a_journal_of_another_version_is_refused(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna"))
    with sqlite3.connect(out / "journal.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    assert "has format 99, this softmark has 1: use the one that wrote it" in refusal(out)


def test_a_folder_that_cannot_be_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot be written" in refusal(tmp_path / "file")
    assert "cannot be written: not a directory" in refusal(tmp_path / "file" / "out")


def test_a_second_batch_is_refused_and_a_reader_is_not(out):
    with Journal.open(out, "mini-scaling") as first:
        first.record(graded("anna"))
        assert refusal(out) == f"another batch is writing into {out}: wait for it, or give another --out"
        assert idents(out) == ["anna"]
        first.record(graded("ben"))
    with Journal.open(out, "mini-scaling") as second:
        second.record(graded("carl"))
    assert idents(out) == ["anna", "ben", "carl"]


def test_a_full_disk_is_said_and_loses_nothing(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna"))
        pages = journal._file._db.execute("PRAGMA page_count").fetchone()[0]
        journal._file._db.execute(f"PRAGMA max_page_count = {pages + 4}")  # as if the disk ended there
        with pytest.raises(JournalError, match=r"the disk is full, so .* every grade until now is kept"):
            for number in range(1000):
                journal.record(graded(f"s{number:03}", files={"stats.py": f"{number}" * 1000}))
    kept = idents(out)
    assert kept[0] == "anna"
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("ben"))
    assert idents(out) == [*kept, "ben"]


def test_the_rubric_of_the_last_batch_is_kept_and_of_the_salt_its_fingerprint(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.keep_to(MINI.fingerprint)
        journal.enlist([entry("anna")], MINI.rubric)
        assert journal.rubric() == MINI.rubric and journal.salt == MINI.fingerprint
    assert MINI.salt.encode() not in b"".join(path.read_bytes() for path in out.iterdir())


def test_a_journal_keeps_to_one_salt(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.keep_to("aaaaaaaaaaaa")
    with Journal.open(out, "mini-scaling") as journal:
        journal.keep_to("aaaaaaaaaaaa")
        with pytest.raises(JournalError) as told:
            journal.keep_to("bbbbbbbbbbbb")
    assert "was graded with another salt (its fingerprint is aaaaaaaaaaaa, here it is bbbbbbbbbbbb)" in str(told.value)


def test_a_rubric_that_was_kept_with_its_salt_is_still_read(out):
    old = json.loads(to_json(MINI.rubric))
    old["salt"] = old.pop("term")
    with Journal.open(out, "mini-scaling") as journal:
        journal.enlist([entry("anna")], MINI.rubric)
    with sqlite3.connect(out / "journal.sqlite") as db:
        db.execute("UPDATE about SET value = ? WHERE name = 'rubric'", (json.dumps(old),))
    with Journal.open(out, "mini-scaling") as journal:
        assert journal.rubric() == MINI.rubric and journal.salt == ""


def test_a_rubric_that_another_version_kept_is_said(out):
    with Journal.open(out, "mini-scaling") as journal:
        journal.enlist([entry("anna")], MINI.rubric)
    with sqlite3.connect(out / "journal.sqlite") as db:
        db.execute("UPDATE about SET value = '{}' WHERE name = 'rubric'")
    with Journal.open(out) as journal, pytest.raises(JournalError, match=r"another version .*: run `softmark batch`"):
        journal.rubric()
