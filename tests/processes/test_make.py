"""`make report` passes on what it is given."""

from __future__ import annotations

import shlex
import subprocess

from tests.mini_course import ROOT


def test_make_report_passes_on_what_it_is_given() -> None:
    options = ["ROSTER=r.csv", "CANVAS=book.csv", "FORGET=questions", "SECTION=Mon 10", "ANONYMOUS=1", "ANYWAY=1",
               "OUT=class"]  # fmt: skip
    done = subprocess.run(["make", "-n", "report", *options], cwd=ROOT, capture_output=True, text=True, check=True)
    line = next(line for line in done.stdout.splitlines() if "softmark report" in line)
    wanted = ("--roster", "r.csv", "--canvas-gradebook", "book.csv", "--forget", "questions",
              "--section", "Mon 10", "--anonymous", "--anyway")  # fmt: skip
    assert shlex.split(line)[-len(wanted) :] == list(wanted)
