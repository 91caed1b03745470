"""A class in miniature: write submissions, pack them as a platform would, grade them, read the journal."""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from unittest import mock

from softmark.classes import pool
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from tests.mini_course import COURSE, RIGHT, ROOT, built, pool_that_stays
from tests.proc import A_HANG

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


def batch_here(export, out, *options, course=None) -> subprocess.CompletedProcess:
    """`softmark batch` in this process, with graders that stay: where the class matters and not how it was graded.

    They grade by the miniature's own rubric: `course` may differ from it in what late work costs, and in nothing else.
    """
    words = ["batch", str(export), "--out", str(out), "--course", str(course or built()), *map(str, options)]
    said, complained = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(pool, "local", lambda *_, **__: contextlib.nullcontext(pool_that_stays())),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(complained),
    ):
        code = main(words)
    return subprocess.CompletedProcess(words, code, said.getvalue(), complained.getvalue())


def told(done: subprocess.CompletedProcess) -> dict:
    """What `--json` printed."""
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def report(out, *options, course=COURSE) -> subprocess.CompletedProcess:
    """`softmark report` in this process."""
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        code = main(["report", str(out), "--course", str(course), *map(str, options)])
    return subprocess.CompletedProcess(["report"], code, said.getvalue(), complained.getvalue())


def rows(out: Path, sql: str, *values) -> list[tuple]:
    """What the journal answers to a question in SQL."""
    with Journal(out) as journal:
        return [tuple(row) for row in journal.rows(sql, *values)]


def scores(out: Path) -> dict[str, float]:
    """Submission → what its tasks earned."""
    found = rows(out, "SELECT submission, SUM(score) FROM latest JOIN task ON grade = number GROUP BY submission")
    return dict(found)


def count(out: Path) -> int:
    """Grades that are on the disk by now; 0 before there is a journal."""
    try:
        return rows(out, "SELECT COUNT(*) FROM grade")[0][0] if (out / "journal.sqlite").exists() else 0
    except Exception:
        return 0


def table(path: Path) -> dict[str, dict[str, str]]:
    """A grade file by name."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return {line["name"]: line for line in csv.DictReader(stream)}
