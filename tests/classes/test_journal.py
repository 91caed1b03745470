"""The journal: a grade is there whole or not at all, and what a TA may ask of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from softmark.classes import counting, lists
from softmark.classes.export import Entry
from softmark.classes.journal import FILE, Journal
from softmark.classes.people import Finder, Person
from softmark.files.problem import Problem
from tests.classes.made_up import NOW, POINTS, a_class, entry, graded
from tests.mini_class import report, rows, table
from tests.mini_course import COURSE

RIGHT, HALF = {"1.1": 4.0, "1.2": 6.0}, {"1.1": 4.0, "1.2": 1.0}


def refused(out: Path, **options: object) -> str:
    with pytest.raises(Problem) as problem:
        Journal(out, **options)  # type: ignore[arg-type]
    assert "\n" not in str(problem.value)
    return str(problem.value)


def record(journal: Journal, one: Entry, worth: dict[str, float], work: str, grader: str = "g", **more: object) -> None:
    journal.record(one, work, graded(worth, POINTS, **more), {"a.py": "x"}, grader=grader, texts="t", now=NOW)


def test_a_journal_of_version_1_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE grades (name TEXT, result BLOB)")
    assert "finish a term of version 1 with version 1, or give another folder" in refused(tmp_path)


def test_what_is_no_database_is_called_so(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("a letter, and no grades at all; it goes on for a while " * 20, encoding="utf-8")
    assert "is no journal (file is not a database): give another folder" in refused(tmp_path)


def test_another_assignment_and_a_second_writer_are_refused(tmp_path: Path) -> None:
    with Journal(tmp_path, write=True, assignment="one"):
        assert "another batch is writing into" in refused(tmp_path, write=True)
    assert "holds grades of one, not of two" in refused(tmp_path, assignment="two")


def test_an_old_sqlite_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 0))
    assert "a journal needs SQLite 3.37" in refused(tmp_path, write=True)


def test_a_journal_that_is_only_half_made_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between two statements while it is made: the next batch is not locked out."""
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Journal, "note", _stopped)
        Journal(tmp_path, write=True, assignment="mini")
    with Journal(tmp_path, write=True, assignment="mini") as journal:
        assert journal.about("assignment") == "mini"


def _stopped(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_who_only_reads_leaves_a_journal_to_the_batch_that_is_about_to_make_it(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").touch()
    with pytest.raises(Problem, match="holds no graded class yet"):
        Journal(tmp_path)
    assert (tmp_path / "journal.sqlite").read_bytes() == b""


def test_the_last_grade_of_what_was_handed_in_last_counts(tmp_path: Path) -> None:
    ada = entry("a", "Ada")
    with Journal(tmp_path, write=True, assignment="mini-scaling") as journal:
        journal.enlist([ada])
        record(journal, ada, HALF, "w1", "g1")
        assert journal.settled(ada, "w1", "g1") and not journal.settled(ada, "w2", "g1")
        record(journal, ada, RIGHT, "w1", "g2")
        assert not journal.settled(ada, "w1", "g1"), "another grader's grade is the last"
    report(tmp_path, course=COURSE)
    assert table(tmp_path / "grades.csv")["Ada"]["score"] == "10"
    assert rows(tmp_path, "SELECT COUNT(*) FROM grade") == [(2,)], "the history is kept"
    again = entry("a", "Ada", at="2026-11-15T10:00:00-08:00")
    with Journal(tmp_path, write=True) as journal:
        journal.enlist([again])
        assert journal.rows("SELECT * FROM latest") == [], "handed in again, not graded yet"


def test_a_grade_that_failed_is_tried_again_and_never_shared(tmp_path: Path) -> None:
    ada, ben = entry("a", "Ada"), entry("b", "Ben")
    with Journal(tmp_path, write=True, assignment="mini-scaling") as journal:
        journal.enlist([ada, ben])
        record(journal, ada, {"1.1": 4.0, "1.2": None}, "w")  # type: ignore[dict-item]
        assert not journal.settled(ada, "w", "g") and not journal.share(ben, "w", "g", NOW)


def test_a_full_disk_while_writing_is_a_sentence_and_keeps_what_is_there(tmp_path: Path) -> None:
    ada, ben = entry("a", "Ada"), entry("b", "Ben")
    with Journal(tmp_path, write=True, assignment="mini-scaling") as journal:
        journal.enlist([ada, ben])
        record(journal, ada, RIGHT, "w1")
        pages = journal.db.execute("PRAGMA page_count").fetchone()[0]
        journal.db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Problem, match=r"database or disk is full.*what was graded until now is kept"):
            for number in range(200):
                record(journal, ben, RIGHT, f"w{number}")
    assert rows(tmp_path, "SELECT submission FROM latest WHERE submission = 'a'") == [("a",)]
    assert rows(tmp_path, "SELECT COUNT(*) FROM task WHERE grade NOT IN (SELECT number FROM grade)") == [(0,)]


def test_answers_that_behave_alike_share_a_signature(tmp_path: Path) -> None:
    """Not to the last digit: as numbers differ a little between machines, and between ways to write one mistake."""

    def shown(number: float) -> str:
        return f'[["t","values",0,[["value","array",[],[["float64",[2],{number},{number},{number}]]]]]]'

    with Journal(tmp_path, write=True, assignment="mini-scaling") as journal:
        journal.enlist([entry(name, name) for name in ("a", "b", "c")])
        for name, number in (("a", 1.0), ("b", 1.0000001), ("c", 2.0)):
            grade = graded({"1.1": 0.0}, POINTS, signature=f"own-{name}")
            grade = type(grade)(grade.status, grade.level, grade.rows, [], {"1.1": shown(number)})
            journal.record(entry(name, name), name, grade, {}, grader="g", texts="t", now=NOW)
        found = journal.rows("SELECT signature, COUNT(*) FROM task GROUP BY signature ORDER BY 1")
    assert [tuple(row) for row in found] == [("own-a", 2), ("own-c", 1)]


def test_a_ta_asks_for_answers_sources_and_remarks(tmp_path: Path) -> None:
    with Journal(tmp_path, write=True, assignment="mini-scaling") as journal:
        journal.enlist([ada := entry("a", "Ada")])
        grade = graded(HALF, POINTS, mistake="scale.missing")
        grade = type(grade)(grade.status, grade.level, grade.rows, [("staff", "1.2", "a watch saw it")], {})
        journal.record(ada, "w", grade, {"a.py": "einsum(x)"}, grader="g", texts="t", now=NOW)
        counting.count(journal, lists.Lists([], [], [], []), rubric=_rubric())
        asked = (
            "SELECT name FROM answer WHERE mistake = 'scale.missing' AND task = '1.1'",
            "SELECT name FROM source WHERE text LIKE '%einsum(%'",
            "SELECT name || ' ' || task || ' ' || text FROM remark",
        )
        assert [journal.rows(sql)[0][0] for sql in asked] == ["Ada", "Ada", "Ada 1.2 a watch saw it"]


def _rubric():  # type: ignore[no-untyped-def]
    from softmark.content.course import Course

    return Course.at(COURSE).rubric


class TestWhoIsWho:
    def test_two_people_of_one_name_stay_two_also_in_canvas(self, tmp_path: Path) -> None:
        one, two = (
            Entry(ident, (Person("Kim Lee", f"{ident}@x.edu", sid),), "here")
            for ident, sid in (("kim1", "11"), ("kim2", "22"))
        )
        a_class(tmp_path, {one: RIGHT, two: HALF})
        (tmp_path / "roster.csv").write_text("name,sid\nKim Lee,11\nKim Lee,22\n", encoding="utf-8")
        gradebook = tmp_path / "book.csv"
        gradebook.write_text(
            'Student,ID,SIS User ID,"Scaling, in miniature"\n"Lee, Kim",1,22,\n"Lee, Kim",2,11,\n"Lee, Kim",3,33,1\n',
            encoding="utf-8",
        )
        assert report(tmp_path, "--canvas", gradebook, course=COURSE).returncode == 0
        told = (tmp_path / "canvas.csv").read_text(encoding="utf-8-sig").splitlines()
        assert [line.rsplit(",", 1)[1] for line in told[1:]] == ["5", "10", "1"]

    def test_two_lines_of_one_person_in_canvas_get_no_number_and_are_told(self, tmp_path: Path) -> None:
        entries = [Entry(name, (Person(name, sid=sid),), "here") for name, sid in (("Ada", "1"), ("Ben", "2"))]
        a_class(tmp_path, {entries[0]: RIGHT, entries[1]: HALF})
        gradebook = tmp_path / "book.csv"
        gradebook.write_text(
            'Student,ID,SIS User ID,"Scaling, in miniature"\nAda,7,1,3\nBen,8,2,\n"Ada, old",9,1,\n', encoding="utf-8"
        )
        done = report(tmp_path, "--canvas", gradebook, course=COURSE)
        assert "book.csv: SIS User ID 1 is there more than once (lines 2, 4): none is filled in" in done.stdout
        assert "is not in book.csv" not in done.stdout
        told = (tmp_path / "canvas.csv").read_text(encoding="utf-8-sig").splitlines()
        assert [line.rsplit(",", 1)[1] for line in told[1:]] == ["", "5", ""]

    def test_a_name_counts_only_where_nothing_disagrees(self) -> None:
        finder = Finder([(Person("Kim", "kim@x.edu", "1"), 7)])
        assert finder.find(Person("kim ")) == 7
        assert finder.find(Person("Kim", sid="2")) is None and finder.find(Person("Kim", "k@x.edu")) is None
        assert finder.find(Person("Kimberley", "KIM@x.edu")) == 7
