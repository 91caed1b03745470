"""A class in miniature: write submissions, pack them as a platform would, grade them, read the journal."""

import contextlib
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from unittest import mock

from softmark.classes import batch as batches
from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.grading.result import Note, blank
from tests.mini_course import COURSE, RIGHT, ROOT, built, pool_that_stays
from tests.proc import A_HANG

MINI = Course.at(COURSE)
WRONG_AXIS = {**RIGHT, "stats.py": "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"}
BY_VARIANCE = {
    **RIGHT,
    "scale.py": "from stats import mean\n\n\ndef standardise(x):\n    centred = x - mean(x)[:, None]\n"
    "    return centred / mean(centred**2)[:, None]\n",
}


def write(folder: Path, files) -> Path:
    """A submission as a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def pack(target: Path, folder: Path, below: str = "") -> Path:
    """A folder's content as a zip, below one folder if asked."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, Path(below) / path.relative_to(folder))
    return target


def a_class(folder: Path, **students) -> Path:
    """A folder of folders, one a student."""
    for name, files in students.items():
        write(folder / name, files)
    return folder


def numbered(folder: Path, count: int) -> Path:
    """So many students, of whom every third is wrong somewhere; no two submissions are the same."""
    for number in range(count):
        files = (RIGHT, WRONG_AXIS, BY_VARIANCE)[number % 3]
        write(folder / f"student_{number:02}", {**files, "stats.py": f"{files['stats.py']}# {number}\n"})
    return folder


def command(*arguments) -> list[str]:
    return [sys.executable, "-m", "softmark", "batch", *map(str, arguments)]


def surroundings(**more) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "autograder"), **more}


def batch(export, out, *options, course=None, **more) -> subprocess.CompletedProcess:
    """Run `softmark batch` to its end."""
    return subprocess.run(
        command(export, "--out", out, "--course", course or built(), *options),
        capture_output=True, text=True, encoding="utf-8", env=surroundings(), timeout=A_HANG, **more,
    )  # fmt: skip


def batch_here(export, out, *options, course=COURSE) -> subprocess.CompletedProcess:
    """`softmark batch` in this process, with graders that stay: where the class matters and not how it was graded.

    They grade by the miniature's own rubric: `course` may differ from it in what late work costs, and in nothing else.
    """
    words = ["batch", str(export), "--out", str(out), "--course", str(course), *options]
    said, complained = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(batches, "pool", lambda *_, **__: contextlib.nullcontext(pool_that_stays())),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(complained),
    ):
        code = main(words)
    return subprocess.CompletedProcess(words, code, said.getvalue(), complained.getvalue())


def told(done: subprocess.CompletedProcess) -> dict:
    """What `--json` printed."""
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def grades(out: Path) -> dict[str, Graded]:
    with Journal.open(out) as journal:
        return {each.entry.id: each for each in journal.graded()}


def scores(out: Path) -> dict[str, float]:
    return {ident: each.result.score for ident, each in grades(out).items()}


def count(out: Path) -> int:
    """Grades that are on the disk by now; 0 before there is a journal."""
    if not (out / "journal.sqlite").exists():
        return 0
    with Journal.open(out) as journal:
        try:
            return journal.counts()["graded"]
        except Exception:
            return 0


def entry(ident: str, *names: str) -> Entry:
    return Entry(ident, tuple(Person(name) for name in names or (ident,)), Path(ident), "2026-10-01T12:00:00-04:00")


def graded(ident: str, files=RIGHT, autograder="a1", digest="d1", **more) -> Graded:
    """A grade that nobody made."""
    from dataclasses import replace

    result = replace(blank(MINI.rubric), status=more.pop("status", "graded"), digest=digest, **more)
    return Graded(
        entry(ident), result.with_notes(Note("staff", "made up")), files, autograder, "2026-11-15T00:00:00+00:00"
    )
