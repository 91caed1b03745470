"""`make report` passes on what it is given."""

from __future__ import annotations

import shlex
import subprocess

from tests.mini_course import ROOT


def test_make_report_passes_on_what_it_is_given() -> None:
    options = ["COMPARE=old class", "CANVAS=book.csv", "OUT=class"]
    done = subprocess.run(["make", "-n", "report", *options], cwd=ROOT, capture_output=True, text=True, check=True)
    line = next(line for line in done.stdout.splitlines() if "softmark report" in line)
    assert shlex.split(line)[-5:] == ["class", "--compare", "old class", "--canvas", "book.csv"]
