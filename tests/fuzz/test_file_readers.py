"""What people and platforms hand over as files: submissions, rubrics, metadata, results. Each reader has its own error,
or none at all, and says what it says in sentences."""

import io
import json
import os
import random
import socket
import stat
import zipfile

import pytest
from hypothesis import strategies as st

from softmark.content.rubric import Rubric
from softmark.content.rubric_reader import load_rubric
from softmark.content.yaml_places import RubricError
from softmark.grading.check_result import CheckResult
from softmark.grading.intake import source_reading
from softmark.grading.intake import submission as intake
from softmark.grading.result import Note, Result, blank
from softmark.policy import platform_metadata
from softmark.render import terminal
from softmark.render.platforms import gradescope
from tests.fuzz.cases import as_json, bent, damaged, run
from tests.grading.test_intake import GOOD, RUBRIC
from tests.mini_course import COURSE, RIGHT
from tests.platform.gradescope import METADATA
from tests.rows import row_with

pytestmark = pytest.mark.slow

NAMES = [
    *(
        "attention.py",
        "block.py",
        "Attention.py",
        "attention (1).py",
        "attention.ipynb",
        "hw/attention.py",
        "hw/block.py",
    ),
    *("../attention.py", "/etc/attention.py", "a\\..\\block.py", "C:/block.py", "__MACOSX/._block.py", ".", "..", "/"),
    *(
        "x" * 300,
        "attention" + "_-" * 90 + "x",
        "a/" * 40 + "block.py",
        "block.py/",
        "b\udcffad.py",
        "bl\0ock.py",
        "é.py",
    ),
]
MODES = [0, 0o644, stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR, 0xFFFF]
TEXTS = [*(text.encode() for text in GOOD.values()), b"", b"\xff\xfea\0", b"\0", b"\xe9", b"x" * 9000, b"0" * 30_000]


def sane(submission):
    """What may come of any submission: wanted files within the limits, and sentences for the student."""
    assert set(submission.files) | set(submission.missing) == set(RUBRIC.files)
    assert sum(len(text.encode()) for text in submission.files.values()) <= RUBRIC.limits.files_kb * 1024
    assert len(submission.notes) < 50
    for note in submission.notes:
        assert note.voice == "student"
        assert 0 < len(note.text) < 1000 and note.text.isprintable(), note.text


def zip_of(entries):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, mode, text, method in entries:
            info = zipfile.ZipInfo("placeholder")
            info.filename, info.external_attr, info.compress_type = name, mode << 16, method
            try:
                archive.writestr(info, text)
            except UnicodeError:
                info.filename = "strange"
                archive.writestr(info, text)
    return sink.getvalue()


ENTRIES = st.lists(
    st.tuples(
        st.sampled_from(NAMES) | st.text(max_size=20),
        st.sampled_from(MODES),
        st.sampled_from(TEXTS),
        st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]),
    ),
    max_size=5,
)
VALID_ZIPS = [
    zip_of([(name, 0o100644, text.encode(), method) for name, text in GOOD.items()])
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_zips(tmp_path):
    path = tmp_path / "submission.zip"

    def judge(raw):
        path.write_bytes(raw)
        sane(intake.take(path, RUBRIC))

    made = ENTRIES.map(zip_of)
    cases = st.one_of(damaged(VALID_ZIPS), made, st.tuples(made, st.integers(0, 2**32)).map(one_field_changed))
    run("zips", cases, judge)


def one_field_changed(case):
    """A zip whose records lie in one place: sizes, counts, offsets, methods, flags."""
    raw, seed = case
    chance = random.Random(seed)
    data = bytearray(raw)
    records = [i for i in range(len(raw) - 4) if raw[i : i + 2] == b"PK" and raw[i + 2 : i + 4] in RECORDS]
    if records:
        at = chance.choice(records)
        place = at + chance.choice(RECORDS[raw[at + 2 : at + 4]])
        data[place : place + 4] = chance.choice([0, 1, 8, 99, 0x41, 2**16, 2**31, 2**32 - 1]).to_bytes(4, "little")
    return bytes(data[: len(raw)])


RECORDS = {
    b"\1\2": range(4, 46, 2),  # an entry of the table of contents
    b"\3\4": range(4, 30, 2),  # what stands before a file
    b"\5\6": range(4, 22, 2),  # the end
}


def test_folders(tmp_path):
    kinds = st.sampled_from(["file", "file", "folder", "link", "loop", "fifo", "hard", "socket", "closed"])
    things = st.lists(
        st.tuples(st.sampled_from(NAMES) | st.text(max_size=10), kinds, st.sampled_from(TEXTS)), max_size=5
    )
    made = iter(range(10**9))

    def judge(case):
        top = tmp_path / str(next(made))
        top.mkdir()
        for name, kind, text in case:
            try:
                put(top, name.lstrip("/").replace("..", "dots"), kind, text)
            except (OSError, ValueError):
                continue  # the file system has no such name
        sane(intake.take(top, RUBRIC))

    run("folders", things, judge)


def put(top, name, kind, text):
    path = top / name
    if path.exists() or path.is_symlink():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("/etc/passwd")
    elif kind == "loop":
        path.symlink_to(".")
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "hard":
        path.write_bytes(text)
        os.link(path, top / "other name")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
    else:
        path.write_bytes(text)
        path.chmod(0o000 if kind == "closed" else 0o644)


RUBRICS = [
    (COURSE / "autograder" / "rubric.yaml").read_bytes(),
    b"name: m\ntitle: T\nterm: s\nframework: numpy\nfiles: [a.py]\n"
    b'items: [{id: "1", title: A, points: 1, file: a.py, names: [f]}]\nlate: {per: day}\n'
    b"dates: {due: 2026-11-14 23:59, timezone: UTC}\n",
]
YAML_WORDS = [
    *(b"- ", b": ", b"{", b"}", b"[", b"]", b"&a ", b"*a", b"!!python/object:os.system ", b"|\n", b"'", b'"', b"? "),
    *(b"<<: ", b"%YAML 1.2\n", b"---\n", b"\t", b"\r", b"1e400", b".nan", b"-", b"~", b"\xe2\x80\xa8", b"\x07", b"# "),
    *(b"points: -1\n", b"uses: [1.1]\n", b"total: 1e300\n", b"9" * 60, b"mode: off\n"),
]


def test_rubrics(tmp_path):
    path = tmp_path / "rubric.yaml"
    words = st.sampled_from(YAML_WORDS)
    spliced = st.tuples(st.sampled_from(RUBRICS), st.lists(st.tuples(st.integers(0, 2000), words), max_size=3)).map(
        lambda case: with_words(*case)
    )

    def judge(raw):
        path.write_bytes(raw)
        try:
            found = load_rubric(path)
        except RubricError as error:
            assert error.problems
            for problem in error.problems:
                assert problem.line >= 1 and problem.column >= 1
                assert str(problem).isprintable(), str(problem)
                assert len(str(problem)) < 600
            return
        assert isinstance(found, Rubric)
        blank(found)

    run("rubrics", st.one_of(damaged(RUBRICS), spliced), judge)


def with_words(raw, insertions):
    for place, word in insertions:
        at = place % (len(raw) + 1)
        raw = raw[:at] + word + raw[at:]
    return raw


SOURCES = [text.encode() for text in RIGHT.values()] + [
    b"import numpy as np\nfrom numpy import mean as m, average\nG = np\nclass A:\n    f = staticmethod(G.mean)\n"
    b"    def g(self, x): return getattr(G, 'me' + 'an')(x)\ndef mean(x, *, k=m):\n    h = lambda: A().g(x)\n"
    b"    return [eval('np.mean')(x) for _ in range(1)][0] + h() + k(x)\n"
]


def test_sources():
    """Before anything runs, the student's text is only read: imports are looked for in whatever it is."""
    more = st.sampled_from(
        [b"(" * 90, b"not " * 90, b"-" * 500, b".a" * 300, b"x if x else " * 60, b"\x0c", b"import "]
    )
    spliced = st.tuples(st.sampled_from(SOURCES), st.lists(st.tuples(st.integers(0, 900), more), max_size=2))
    cases = st.one_of(damaged(SOURCES), spliced.map(lambda case: with_words(*case)))

    def judge(raw):
        text = raw.decode("utf-8", "replace")
        notes = source_reading.notes(source_reading.trees({"stats.py": text}), RUBRIC)
        assert all(note.text.isprintable() for note in notes)

    run("sources", cases, judge)


EARLIER = {
    "submission_time": "2026-11-14T10:00:00.000000-08:00",
    "score": 7.0,
    "autograder_error": False,
    "results": {},
}
WHOLE_METADATA = {
    **METADATA,
    "users": [{**METADATA["users"][0], "assignment": METADATA["assignment"]}],
    "previous_submissions": [EARLIER, {**EARLIER, "results": {"extra_data": {"softmark": {"counted": {}}}}}],
}


def test_metadata(tmp_path):
    path = tmp_path / "submission_metadata.json"
    valid = [METADATA, WHOLE_METADATA]
    cases = st.one_of(
        bent(valid).map(lambda document: as_json(document).encode()),
        damaged([as_json(document).encode() for document in valid]),
    )

    def judge(raw):
        path.write_bytes(raw)
        found = platform_metadata.read(path)
        assert len(found.notes) <= platform_metadata.MOST_NOTES
        assert all(note.isprintable() and len(note) < 600 for note in found.notes)

    run("metadata", cases, judge)


def some_result():
    planned = blank(load_rubric(COURSE / "autograder" / "rubric.yaml"))
    checks = [
        CheckResult("T.test_a", "It adds up.", passed=True),
        CheckResult("T.test_b", "Any dtype.", "hidden", False),
    ]
    row = row_with(planned.item("1.1"), checks, hints=("look",), carried="on top of `mean`")
    return planned.with_item(row).with_notes(Note("student", "a sentence"), Note("staff", "another"))


def test_results():
    valid = [some_result().to_json()]
    documents = [json.loads(text) for text in valid]
    cases = st.one_of(bent(documents).map(as_json), damaged([text.encode() for text in valid]).map(in_some_way))

    def judge(text):
        try:
            found = Result.from_json(text)
        except ValueError as error:
            assert str(error).startswith("this is not a softmark result") and len(str(error)) < 1000
            return
        assert Result.from_json(found.to_json()) == found
        for render in (gradescope.to_json, gradescope.staff_text, terminal.to_text):
            assert render(found)

    run("results", cases, judge)


def in_some_way(raw):
    return raw.decode("utf-8", "replace")


def test_lines():
    """The same, as one line: between processes and in the journal."""

    def judge(raw):
        try:
            found = Result.from_line(raw)
        except ValueError as error:
            assert str(error).startswith("this is not a softmark result")
            return
        assert Result.from_line(found.to_line()) == found

    run("lines", damaged([some_result().to_line()]), judge)
