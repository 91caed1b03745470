"""Data has an end: one student is forgotten, a class becomes an archive without names and without code."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from softmark.classes import retention
from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from tests.mini_class import MINI, RIGHT, WRONG_AXIS, graded
from tests.mini_course import COURSE

ADA = Person("Ada Lovelace", "ada@x.edu", "11", "01")
BEN = Person("Ben Late", "ben@x.edu", "22", "02")
EMIL = Person("Emil Group", "emil@x.edu", "33", "02")
SECRET = "ada_was_here = 1\n"


def one(ident: str, files: dict[str, str], *people: Person) -> Graded:
    made = graded(ident, files)
    entry = Entry(ident, people, Path(ident), "2026-10-01T12:00:00-04:00")
    return Graded(entry, made.result, files, made.autograder, made.finished_at)


@pytest.fixture
def out(term: Path, tmp_path: Path) -> Path:
    """A class that a test may change."""
    return Path(shutil.copytree(term, tmp_path, dirs_exist_ok=True)) / "out"


@pytest.fixture(scope="module")
def term(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ada alone, twice; Ben alone; Ada (by e-mail only) and Emil as a group of the last export."""
    place = tmp_path_factory.mktemp("term")
    folder = place / "out"
    alone = {**WRONG_AXIS, "scale.py": RIGHT["scale.py"] + SECRET}
    with Journal.open(folder, MINI.rubric.name) as journal:
        rows = [
            one("submission_1", alone, ADA),
            one("submission_2", RIGHT, BEN),
            one("submission_3", RIGHT, Person("Ada Lovelace", "ADA@x.edu"), EMIL),
            one("submission_9", alone, ADA),
        ]
        for row in rows:
            journal.record(row)
        journal.enlist([row.entry for row in rows[:3]], MINI.rubric)  # submission_9 is of an earlier export
    (folder / "extensions.csv").write_text(
        "student,until\n11,2026-11-18 23:59 -08:00\nben@x.edu,2026-11-18 23:59 -08:00\n", encoding="utf-8"
    )
    (folder / "overrides.csv").write_text(
        "student,item,points,note_staff,note_student,who,when\n"
        'submission_1,1.1,4,,"Two\nlines.",Sam,\n22,1.1,3,"=x",,Sam,\n',
        encoding="utf-8",
    )
    (folder / "requests.csv").write_text(
        "student,item,request,decided,who,when\nAda Lovelace,1.1,Why?,,,\n", encoding="utf-8"
    )
    roster, book = place / "roster.csv", place / "gradebook.csv"
    roster.write_text("name,sid\nAda Lovelace,11\nBen Late,22\nKimberley Absent,44\n", encoding="utf-8")
    book.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Scaling\n"
        '"Lovelace, Ada",501,11,ada,\n"Late, Ben",502,22,ben,\n"Absent, Kimberley",504,44,kim,\n',
        encoding="utf-8",
    )
    lists = ["--roster", str(roster), "--canvas-gradebook", str(book), "--canvas-assignment", "Scaling"]
    assert main(["report", str(folder), *lists]) == 0
    assert str(place).encode() not in everything(folder), "it can be copied"
    return place


def everything(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_nothing_of_a_forgotten_student_is_left_in_the_folder(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = (out / "extensions.csv").read_text(encoding="utf-8").splitlines()[2]
    assert b"Lovelace" in everything(out)
    capsys.readouterr()
    assert main(["forget", str(out), "11"]) == 0
    said = capsys.readouterr().out
    assert "forgotten: Ada Lovelace: 2 submissions" in said and "submission_3 stays, because it is others' work" in said
    assert "given.json: 2 lines" in said  # of the roster and of the gradebook
    assert "overrides.csv: 1 line" in said and "requests.csv: 1 line" in said and "not removed, because" in said
    left = everything(out).lower()
    for word in (b"lovelace", b"ada@x.edu", b'submission_1"', b"submission_9", b"two\nlines"):
        assert word not in left, word
    with Journal.open(out) as journal:
        assert [entry.id for entry in journal.everybody()] == ["submission_2", "submission_3"]
        assert [person.name for person in journal.entries()[1].people] == ["Emil Group"]
        assert all(SECRET not in text for row in journal.graded() for text in row.files.values())
        texts = journal._file._db.execute("SELECT COUNT(*) FROM texts").fetchone()  # type: ignore[union-attr]
        assert texts == (2,)  # the right answer's two files, which Ben and the group still have
    assert (out / "extensions.csv").read_text(encoding="utf-8") == f"student,until\n{kept}\n"
    assert '22,1.1,3,"=x",,Sam,' in (out / "overrides.csv").read_text(encoding="utf-8")  # as it was written
    assert not (out / "report.html").exists() and not (out / "grades" / "gradescope.csv").exists()
    assert main(["report", str(out)]) == 0 and b"Lovelace" not in everything(out)


@pytest.mark.parametrize("who", ["ada@x.edu", "Ada Lovelace"])
def test_an_address_or_a_whole_name_will_do(who: str, out: Path) -> None:
    assert main(["forget", str(out), who]) == 0 and b"Lovelace" not in everything(out)


def test_somebody_who_is_only_on_the_roster_is_forgotten_too(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["forget", str(out), "44"]) == 0
    said = capsys.readouterr().out
    assert "forgotten: Kimberley Absent: 0 submissions" in said and "given.json: 2 lines" in said
    assert b"Kimberley" not in everything(out)
    assert main(["report", str(out)]) == 0 and b"Kimberley" not in everything(out)


@pytest.mark.parametrize(
    ("who", "said"), [("zoe@x.edu", "nobody here is “zoe@x.edu”"), ("Ben Late", "2 people are “Ben Late”")]
)
def test_whom_it_cannot_mean_it_does_not_forget(
    who: str, said: str, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(out) as journal:
        journal.record(one("submission_7", RIGHT, Person("Ben Late", "other@x.edu", "77")))
    before = everything(out)
    assert main(["forget", str(out), who]) == 2
    assert said in capsys.readouterr().err and everything(out) == before


def test_an_archive_holds_grades_and_prints_and_nothing_that_tells_who(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "archive.json"
    assert main(["archive", str(out), "--to", str(target), "--course", str(COURSE)]) == 0
    text = target.read_text(encoding="utf-8")
    for word in ("Lovelace", "Ben", "@", "submission_", "def ", "mean(x", "ada_was_here", "2026-10-01", "Sam", "lines"):
        assert word not in text, word
    data = json.loads(text)
    assert data["assignment"] == "mini-scaling" and len(data["submissions"]) == 3
    with Journal.open(out) as journal:
        assert (
            sorted(row["final"] for row in data["submissions"]) == [0.0, 3.0, 4.0] and len(list(journal.graded())) == 3
        )
    fingerprints = sorted((row["prints"] for row in data["submissions"]), key=len)
    assert (
        fingerprints[0] == fingerprints[1] and fingerprints[0] != fingerprints[2]
    )  # the same code is found again, by nothing but numbers
    assert "still holds names and code" in capsys.readouterr().out and (out / "journal.sqlite").exists()


def test_with_delete_only_the_archive_is_left(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (out / "my notes.txt").write_text("mine", encoding="utf-8")
    assert main(["archive", str(out), "--course", str(COURSE), "--delete", "--yes"]) == 0
    lists = sorted(set(retention.LISTS) & {path.name for path in out.iterdir()})
    assert sorted(path.name for path in out.iterdir()) == sorted(["archive.json", "my notes.txt", *lists])
    said = capsys.readouterr().out
    assert "my notes.txt" in said and f"delete them yourself: {', '.join(lists)}" in said and lists


@pytest.mark.parametrize("answer", ["no\n", ""])
def test_without_a_yes_nothing_is_deleted(
    out: Path, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert main(["archive", str(out), "--course", str(COURSE), "--delete"]) == 2
    assert "nothing is deleted" in capsys.readouterr().out and (out / "journal.sqlite").exists()


def test_a_folder_without_grades_is_not_archived(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archive", str(tmp_path), "--course", str(COURSE), "--delete"]) == 2
    assert "there is no journal" in capsys.readouterr().err and list(tmp_path.iterdir()) == []
