"""What a class is read from: exports of the platform, staff's lists, and the journal of earlier runs."""

import io
import sqlite3
import zipfile

import pytest
from hypothesis import strategies as st

from softmark.classes import counting, lists
from softmark.classes.decisions import decisions, roster
from softmark.classes.export import opened
from softmark.classes.grades import canvas_csv
from softmark.classes.journal import FILE, Journal
from softmark.classes.people import Finder, Person
from softmark.files.problem import Problem
from softmark.grading.intake.submission import IntakeError
from tests.classes.made_up import POINTS, a_class, entry, graded
from tests.fuzz.cases import damaged, run
from tests.grading.test_intake import GOOD, RUBRIC

pytestmark = pytest.mark.slow

LISTING = b"""---
submission_1:
  :submitters:
  - :name: Ada Example
    :sid: '007'
    :email: ada@example.edu
    :assignment: {':due_date': 2026-11-14 23:59:00 -08:00}
  :created_at: 2026-11-14 10:00:00.000000000 -08:00
  :score: 7.5
  :results: {tests: [{name: x, score: 1.0}]}
  :history:
  - :created_at: !ruby/object:ActiveSupport::TimeWithZone {utc: 2026-11-13 10:00:00 Z, zone: !ruby/object {name: x}}
    :score: 3.0
submission_2:
  :submitters: [{':name': Ben, ':sid': 8, ':email': }, {':name': Bea}]
  :created_at: '2026-11-14T11:00:00-08:00'
"""


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


def one_sentence(problem):
    said = str(problem)
    assert said and said.isprintable() and len(said) < 1000, said


def sane(export):
    """Every entry has a name for a folder, people, and something to take in or a sentence why not."""
    idents = [each.id for each in export.entries]
    assert idents and len(set(idents)) == len(idents)
    for each in export.entries[:5]:
        assert each.people and all(person.name for person in each.people)
        assert not set(each.id) & set("/\\\0\n") and each.id not in (".", "..")
        try:
            if each.present:
                export.take(each, RUBRIC)
        except IntakeError as problem:
            one_sentence(problem)


def read(path):
    try:
        with opened(path) as export:
            sane(export)
    except Problem as problem:
        one_sentence(problem)


def test_listings(tmp_path):
    home = tmp_path / "assignment_1_export"
    for name, text in EXPORT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def judge(raw):
        (home / "submission_metadata.yml").write_bytes(raw)
        read(home)

    run("listings", damaged([LISTING]), judge)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_packed_exports(tmp_path):
    path = tmp_path / "export.zip"

    def judge(raw):
        path.write_bytes(raw)
        read(path)

    run("packed exports", damaged([zip_of(EXPORT), zip_of(CLASS)]), judge)


def test_journals(tmp_path):
    """Bytes on a disk go bad: what can be read is right, and the rest is one sentence."""
    out = a_class(tmp_path / "out", {entry(name): {"1.1": 4.0, "1.2": 1.0} for name in ("ada", "ben")})
    db = sqlite3.connect(out / FILE)
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
            with Journal(out, write=True) as journal:
                journal.enlist([ada := entry("ada")])
                journal.settled(ada, "w", "g")
                journal.record(ada, "w", graded({"1.1": 1.0}, POINTS), {}, grader="g", texts="t", now="now")
                journal.rows("SELECT * FROM answer")
        except Problem as problem:
            one_sentence(problem)

    run("journals", flipped | damaged([valid]), judge)


TABLES = {
    "overrides.csv": b"student,task,score,reason\n007,1.1,3.5,regrade request\nada@example.edu,total,EX,\n,late,0,\n",
    "extensions.csv": b"student,due,late due\n007,2026-11-15 23:59,2026-11-16 23:59\nada@example.edu,,\n",
    "names.csv": b"task,group,name,hint\n1.1,ab12cd,mine,Look again.\n",
    "roster.csv": "Name;Email;SID;Section\r\nAda Éxample;ada@example.edu;007;A\r\n".encode(),
}
BOOK = b'Student,ID,SIS User ID,SIS Login ID,Section,Scaling (12)\nPoints Possible,,,,,10\n"Example, Ada",1,7,ada,A,\n'


@pytest.mark.parametrize("name", list(TABLES))
def test_lists(tmp_path, name):
    """Spreadsheets that staff keep beside a class: what cannot be used is told line by line."""

    def judge(raw):
        (tmp_path / name).write_bytes(raw)
        told = lists.read_all(tmp_path, None)
        _, unclear = roster(told)
        _, meaningless = decisions(told, Finder([(Person("Ada", "ada@example.edu", "007"), 0)]), RUBRIC)
        for line in (*told.problems, *unclear, *meaningless):
            assert line.isprintable() and line.startswith(f"{name}:"), line

    run("tables", damaged([TABLES[name]]), judge)


def test_gradebooks(tmp_path):
    out = a_class(tmp_path / "out", {entry("ada"): {"1.1": 4.0, "1.2": 1.0}})
    with Journal(out) as journal:
        counting.count(journal, lists.Lists([], [], [], []), RUBRIC)

        def judge(raw):
            (tmp_path / "book.csv").write_bytes(raw)
            try:
                canvas_csv(journal, tmp_path / "book.csv", "Scaling")
            except Problem as problem:
                one_sentence(problem)

        run("tables", damaged([BOOK]), judge)


def flip(raw, flips):
    data = bytearray(raw)
    for place, bits in flips:
        data[place] ^= bits
    return bytes(data)
