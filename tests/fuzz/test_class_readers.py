"""What a class is read from: exports of the platform, lists of names, and the journal of earlier runs."""

import io
import sqlite3
import zipfile
from pathlib import Path

import pytest
from hypothesis import strategies as st

from softmark.classes import exports
from softmark.classes.exports import ExportError
from softmark.classes.journal import FILE, Journal, JournalError
from softmark.classes.report import override_table
from softmark.classes.report.canvas_gradebook import gradebook_in
from softmark.classes.report.same_person import read_roster
from softmark.files import tables
from softmark.files.tables import TableError
from softmark.grading.intake.submission import IntakeError
from tests.fuzz.cases import damaged, run
from tests.grading.test_intake import GOOD, RUBRIC
from tests.mini_class import graded

pytestmark = pytest.mark.slow

LISTING = b"""---
submission_1:
  :submitters:
  - :name: Ada Example
    :sid: '007'
    :email: ada@example.edu
  :created_at: 2026-11-14 10:00:00.000000000 -08:00
  :score: 7.5
  :results: {tests: [{name: x, score: 1.0}]}
  :history:
  - :created_at: !ruby/object:ActiveSupport::TimeWithZone {utc: 2026-11-13 10:00:00 Z, zone: !ruby/object {name: x}}
    :score: 3.0
submission_2:
  :submitters: [{:name: Ben, :sid: 8, :email: }, {:name: Bea}]
  :created_at: '2026-11-14T11:00:00-08:00'
"""
ROSTER = b"name,path,email,sid\nAda Example,submission_1,ada@example.edu,007\nBen;x,submission_2,,8\n"


def zip_of(files):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return sink.getvalue()


EXPORT = {"assignment_1_export/submission_metadata.yml": LISTING} | {
    f"assignment_1_export/submission_{number}/{name}": text for number in (1, 2) for name, text in GOOD.items()
}
CLASS = {f"{person}.zip": zip_of(GOOD) for person in ("ada", "ben")}


def sane(export):
    """Every entry has a name for a folder, people, and something to take in or a sentence why not."""
    assert export.entries
    idents = [entry.id for entry in export.entries]
    assert len(set(idents)) == len(idents)
    for entry in export.entries[:5]:
        assert entry.people and all(person.name for person in entry.people)
        assert not set(entry.id) & set("/\\\0\n") and entry.id not in (".", "..")
        try:
            export.take(entry, RUBRIC)
        except IntakeError as problem:
            assert "\n" not in str(problem)


def opened(path):
    try:
        with exports.opened(path) as export:
            sane(export)
    except ExportError as problem:
        assert str(problem) and str(problem).isprintable(), str(problem)
        assert len(str(problem)) < 1000


def test_listings(tmp_path):
    home = tmp_path / "assignment_1_export"
    for name, text in EXPORT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def judge(raw):
        (home / "submission_metadata.yml").write_bytes(raw)
        opened(home)

    run("listings", damaged([LISTING]), judge)


def test_rosters(tmp_path):
    path = tmp_path / "class.csv"

    def judge(raw):
        path.write_bytes(raw)
        opened(path)

    run("rosters", damaged([ROSTER, ROSTER.replace(b",", b";"), ROSTER.replace(b"\n", b"\r\n")]), judge)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_packed_exports(tmp_path):
    path = tmp_path / "export.zip"

    def judge(raw):
        path.write_bytes(raw)
        opened(path)

    run("packed exports", damaged([zip_of(EXPORT), zip_of(CLASS)]), judge)


def test_journals(tmp_path):
    """Bytes on a disk go bad: what can be read is right, and the rest is one sentence."""
    out = tmp_path / "out"
    with Journal.open(out, "mini-scaling") as journal:
        for ident in ("ada", "ben"):
            journal.record(graded(ident))
    with sqlite3.connect(out / FILE) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    valid = (out / FILE).read_bytes()
    places = st.sampled_from([place for place, byte in enumerate(valid) if byte])  # most of a small journal is empty
    flipped = st.lists(st.tuples(places, st.integers(1, 255)), min_size=1, max_size=3).map(lambda f: flip(valid, f))

    def judge(raw):
        for left in out.glob(f"{FILE}-*"):
            left.unlink()
        (out / FILE).write_bytes(raw)
        try:
            with Journal.open(out) as journal:
                journal.entries()
                journal.counts()
                list(journal.graded())
        except JournalError as problem:
            assert "\n" not in str(problem) and Path(out).name in str(problem)

    run("journals", flipped | damaged([valid]), judge)


TABLES = [
    b"student,item,points,reason,who,when\n007,1.1,3.5,regrade request,TA,2026-11-15\nada@example.edu,1.2,6,,TA,\n",
    b'Student,ID,SIS User ID,SIS Login ID,Section,Scaling (12)\nPoints Possible,,,,,10\n"Example, Ada",1,7,ada,A,\n',
    "Name;Email;SID;Section;Role\r\nAda Éxample;ada@example.edu;007;A;Student\r\n".encode(),
]


def test_tables(tmp_path):
    """Spreadsheets that staff keep beside a class: what cannot be used is told line by line."""
    path = tmp_path / "table.csv"

    def judge(raw):
        path.write_bytes(raw)
        for reader in (override_table.read, read_roster, lambda table: gradebook_in(tables.read(table), "Scaling")):
            try:
                reader(path)
            except TableError as error:
                assert error.problems
                assert all("table.csv" in problem and "\n" not in problem for problem in error.problems), str(error)

    run("tables", damaged(TABLES), judge)


def flip(raw, flips):
    data = bytearray(raw)
    for place, bits in flips:
        data[place] ^= bits
    return bytes(data)
